// The contents of a regulation, fetched once and kept by the browser. Branches are drawn when they are opened, so that a tree of
// thousands of clauses costs what is seen of it.
const MOST_FOUND = 200;

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.contents_tree');
  const tree = root.tree ?? (root.tree = build(root));
  tree.tell = setTriggerValue;
  tree.show(data);
}

function build(root) {
  const bar = element('div', 'bar');
  const filter = element('input');
  filter.type = 'search';
  bar.append(filter);
  const view = element('div', 'view');
  root.append(bar, view);
  const tree = { root, filter, view, address: null, byId: null, open: new Set(), drawn: new Map() };
  filter.oninput = () => {
    clearTimeout(tree.waiting);
    tree.waiting = setTimeout(() => draw(tree), 80);
  };
  filter.onkeydown = (event) => {
    if (event.key === 'Escape' && filter.value) {
      filter.value = '';
      draw(tree);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      focusOn(tree, view.querySelector('.item'));
    }
  };
  view.onkeydown = (event) => walk(tree, event);
  tree.show = (data) => show(tree, data);
  return tree;
}

function show(tree, data) {
  const before = tree.data;
  tree.data = data;
  tree.filter.placeholder = data.words.filter;
  tree.filter.setAttribute('aria-label', data.words.filter);
  if (tree.address !== data.address) fetchRows(tree, data.address);
  else if (tree.byId && (String(before.active) !== String(data.active) || before.here !== data.here)) unfold(tree);
}

function fetchRows(tree, address) {
  tree.address = address;
  fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  }).then((rows) => {
    if (tree.address !== address) return; // another regulation was opened meanwhile
    plant(tree, rows);
    unfold(tree);
  }).catch(() => {
    if (tree.address !== address) return;
    tree.address = null; // the next page asks again
    tree.byId = null;
    tree.view.replaceChildren(element('p', 'empty', tree.data.words.missing));
  });
}

function unfold(tree) {
  for (const id of tree.data.active) {
    for (let node = tree.byId.get(id)?.parent; node; node = node.parent) tree.open.add(node.id);
  }
  if (!tree.filter.value) draw(tree);
}

function plant(tree, rows) {
  tree.byId = new Map();
  tree.open = new Set();
  tree.tops = [];
  for (const [id, parent, label, title, start, end, block] of rows) {
    const above = tree.byId.get(parent) ?? null;
    const node = { id, parent: above, label, title, start, end, block, children: [] };
    tree.byId.set(id, node);
    (above?.children ?? tree.tops).push(node);
  }
  if (tree.tops.length === 1) tree.open.add(tree.tops[0].id);
}

function draw(tree) {
  if (!tree.byId) return;
  const held = focused(tree.root)?.node?.id;
  tree.drawn = new Map();
  const wanted = tree.filter.value.trim().toLowerCase();
  const list = element('ul');
  list.setAttribute('role', 'tree');
  list.setAttribute('aria-label', tree.data.words.contents);
  if (wanted) {
    const found = [...tree.byId.values()].filter((node) => name(node).toLowerCase().includes(wanted));
    list.classList.add('found');
    list.append(...found.slice(0, MOST_FOUND).map((node) => drawNode(tree, node, 1, wanted)));
    if (!found.length) list.append(element('li', 'empty', tree.data.words.nothing));
  } else {
    list.append(...tree.tops.map((node) => drawNode(tree, node, 1)));
    if (!tree.tops.length) list.append(element('li', 'empty', tree.data.words.no_chapters));
  }
  tree.view.replaceChildren(list);
  const here = tree.drawn.get(tree.data.here);
  const entry = here ?? tree.view.querySelector('.item');
  if (entry) entry.tabIndex = 0;
  if (here) scrollTo(tree, here);
  if (held) focusOn(tree, tree.drawn.get(held));
}

function drawNode(tree, node, level, wanted = '') {
  const made = element('li');
  made.setAttribute('role', 'treeitem');
  made.setAttribute('aria-level', String(level));
  const item = element('div', 'item');
  item.tabIndex = -1;
  item.node = node;
  item.title = `${name(node)} · ${tree.data.words.pages.replace('{pages}', range(node))}`;
  if (tree.data.active.includes(node.id)) item.classList.add('on');
  if (isAbove(node, tree.byId.get(tree.data.here))) item.classList.add('over');
  if (tree.data.here === node.id) {
    item.classList.add('here');
    made.setAttribute('aria-current', 'location');
  }
  const turn = element('span', 'turn');
  turn.setAttribute('aria-hidden', 'true');
  const words = element('span', 'name');
  words.append(...marked(name(node), wanted));
  if (wanted && node.parent) words.append(element('span', 'path', path(node)));
  item.append(turn, words, element('span', 'pages', range(node)));
  made.append(item);
  tree.drawn.set(node.id, item);
  const branches = !wanted && node.children.length > 0;
  if (branches) {
    made.setAttribute('aria-expanded', String(tree.open.has(node.id)));
    if (tree.open.has(node.id)) made.append(branch(tree, node, level));
    turn.onclick = (event) => {
      event.stopPropagation();
      toggle(tree, made, node);
    };
  }
  item.onclick = () => go(tree, node);
  return made;
}

function branch(tree, node, level) {
  const list = element('ul');
  list.setAttribute('role', 'group');
  list.append(...node.children.map((child) => drawNode(tree, child, level + 1)));
  return list;
}

function toggle(tree, made, node, open = !tree.open.has(node.id)) {
  if (open) tree.open.add(node.id);
  else tree.open.delete(node.id);
  made.setAttribute('aria-expanded', String(open));
  made.querySelector(':scope > ul')?.remove();
  if (open) made.append(branch(tree, node, Number(made.getAttribute('aria-level'))));
}

function go(tree, node) {
  if (node.children.length) tree.open.add(node.id);
  tree.tell('jumped', { page: node.start, block: node.block || node.id });
}

function walk(tree, event) {
  const item = event.target.closest('.item');
  if (!item) return;
  const items = [...tree.view.querySelectorAll('.item')];
  const here = items.indexOf(item);
  const made = item.parentElement;
  const opened = made.getAttribute('aria-expanded');
  const above = made.parentElement.closest('li')?.querySelector(':scope > .item');
  const moves = {
    ArrowDown: () => focusOn(tree, items[here + 1]),
    ArrowUp: () => focusOn(tree, items[here - 1] ?? tree.filter),
    Home: () => focusOn(tree, items[0]),
    End: () => focusOn(tree, items.at(-1)),
    ArrowRight: () => (opened === 'false' ? toggle(tree, made, item.node, true) : focusOn(tree, opened && items[here + 1])),
    ArrowLeft: () => (opened === 'true' ? toggle(tree, made, item.node, false) : focusOn(tree, above)),
    Enter: () => go(tree, item.node),
    ' ': () => go(tree, item.node),
  };
  const move = moves[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  // The same keys turn the page elsewhere.
  event.preventDefault();
  event.stopPropagation();
  move();
}

function focusOn(tree, item) {
  if (!item) return;
  for (const other of tree.view.querySelectorAll('.item[tabindex="0"]')) other.tabIndex = -1;
  item.tabIndex = 0;
  item.focus();
}

function scrollTo(tree, item) {
  const box = item.getBoundingClientRect();
  const frame = tree.view.getBoundingClientRect();
  if (box.top >= frame.top && box.bottom <= frame.bottom) return;
  tree.view.scrollTop += box.top - frame.top - frame.height / 3;
}

function marked(words, wanted) {
  const at = wanted ? words.toLowerCase().indexOf(wanted) : -1;
  if (at < 0) return [words];
  const end = at + wanted.length;
  return [words.slice(0, at), element('mark', '', words.slice(at, end)), words.slice(end)];
}

function isAbove(node, below) {
  for (let above = below?.parent; above; above = above.parent) if (above === node) return true;
  return false;
}

function name({ label, title }) {
  return `${label} ${title}`.trim();
}

function range({ start, end }) {
  return end > start ? `${start}–${end}` : String(start);
}

function path(node) {
  const names = [];
  for (let above = node.parent; above; above = above.parent) names.unshift(name(above));
  return names.join(' › ');
}
