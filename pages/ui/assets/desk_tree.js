// The pages of a desk as a tree. What is dragged is moved; what is opened here is open in the
// window as well, so both are told to the desk.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.desk_tree');
  const tree = root.tree ?? (root.tree = { root, dragged: null });
  tree.data = data;
  tree.tell = setTriggerValue;
  draw(tree);
}

function draw(tree) {
  const held = focused(tree.root)?.dataset?.index;
  const list = element('div', 'view');
  list.setAttribute('role', 'tree');
  list.setAttribute('aria-label', tree.data.words.tree);
  list.append(...tree.data.rows.map((row) => drawRow(tree, row)));
  if (tree.data.left_out) list.append(element('div', 'more', tree.data.words.left_out));
  list.onkeydown = (event) => walk(tree, event);
  tree.root.replaceChildren(list);
  const items = [...list.querySelectorAll('.item')];
  const entry = items.find((it) => it.getAttribute('aria-selected') === 'true') ?? items[0];
  if (entry) entry.tabIndex = 0;
  if (held) items.find((it) => it.dataset.index === held)?.focus();
}

function drawRow(tree, row) {
  const item = element('div', `item ${row.kind}`);
  item.dataset.index = row.index;
  item.row = row;
  item.tabIndex = -1;
  item.setAttribute('role', 'treeitem');
  item.setAttribute('aria-level', String(row.depth + 1));
  item.setAttribute('aria-selected', String(row.index === tree.data.chosen));
  if (row.kind === 'contents') item.setAttribute('aria-expanded', String(row.open));
  item.style.setProperty('--depth', row.depth);
  item.classList.toggle('archived', row.archived);
  item.classList.toggle('hidden', !row.open);
  item.title = row.title;
  const turn = element('span', 'turn');
  turn.setAttribute('aria-hidden', 'true');
  turn.title = row.open ? tree.data.words.hide : tree.data.words.expand;
  turn.onclick = (event) => {
    event.stopPropagation();
    tree.tell('toggled', row.index);
  };
  const marks = element('span', 'marks');
  for (const mark of row.marks) marks.append(element('span', `mark ${mark}`, tree.data.words[mark]));
  item.append(turn, element('span', 'name', row.name), marks, element('span', 'index', row.index));
  item.onclick = () => tree.tell('picked', row.index);
  if (!row.root) grab(tree, item);
  receive(tree, item);
  return item;
}

function grab(tree, item) {
  item.draggable = true;
  item.ondragstart = (event) => {
    tree.dragged = item.row.index;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', item.row.index);
  };
  item.ondragend = () => {
    tree.dragged = null;
    unmark(tree);
  };
}

function receive(tree, item) {
  item.ondragover = (event) => {
    if (!tree.dragged || tree.dragged === item.row.index) return;
    event.preventDefault();
    unmark(tree);
    item.classList.add(`drop-${where(item, event)}`);
  };
  item.ondragleave = () => unmark(tree);
  item.ondrop = (event) => {
    if (!tree.dragged) return;
    event.preventDefault();
    tree.tell('moved', { index: tree.dragged, at: item.row.index, where: where(item, event) });
  };
}

function where(item, event) {
  const box = item.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  if (item.row.root) return 'into';
  if (item.row.kind === 'contents' && share > 0.25 && share < 0.75) return 'into';
  return share < 0.5 ? 'before' : 'after';
}

function unmark(tree) {
  for (const item of tree.root.querySelectorAll('.item')) {
    item.classList.remove('drop-before', 'drop-after', 'drop-into');
  }
}

function walk(tree, event) {
  const item = event.target.closest('.item');
  if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...tree.root.querySelectorAll('.item')];
  const here = items.indexOf(item);
  const moves = {
    ArrowDown: () => focusOn(items, items[here + 1]),
    ArrowUp: () => focusOn(items, items[here - 1]),
    Home: () => focusOn(items, items[0]),
    End: () => focusOn(items, items.at(-1)),
    ArrowRight: () => (item.row.open ? focusOn(items, items[here + 1]) : tree.tell('toggled', item.row.index)),
    ArrowLeft: () => (item.row.open ? tree.tell('toggled', item.row.index) : focusOn(items, items[here - 1])),
    Enter: () => tree.tell('picked', item.row.index),
    ' ': () => tree.tell('picked', item.row.index),
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  event.stopPropagation();
  move();
}

function focusOn(items, item) {
  if (!item) return;
  for (const other of items) other.tabIndex = -1;
  item.tabIndex = 0;
  item.focus();
}
