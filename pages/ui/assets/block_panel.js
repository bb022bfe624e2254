// What was read from a page, block by block. Every word of a document arrives as data and is set
// as text. A block that is chosen, here or on the image, is told to the other side at once.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.block_panel');
  const panel = root.panel ?? (root.panel = build(root));
  panel.tell = setTriggerValue;
  panel.show(data);
}

function build(root) {
  const panel = { root, bar: element('div', 'bar'), view: element('div', 'view'), blocks: new Map() };
  root.append(panel.bar, panel.view);
  panel.view.onkeydown = (event) => walk(panel, event);
  listen(panel);
  panel.show = (data) => show(panel, data);
  return panel;
}

function show(panel, data) {
  const before = panel.data;
  panel.data = data;
  // Drawn anew only when something else is shown: a choice alone leaves the text as it is.
  const shown = JSON.stringify({ ...data, chosen: null });
  const turned = before?.place !== data.place;
  if (panel.shown !== shown) {
    panel.shown = shown;
    draw(panel, data);
  }
  press(panel, data.chosen);
  drawBar(panel);
  if (turned || before?.chosen !== data.chosen) goTo(panel, turned);
}

function draw(panel, data) {
  panel.blocks = new Map();
  const parts = [
    ...data.notices.map((notice) => drawNotice(panel, notice)),
    ...drawChapters(panel, data),
    ...data.blocks.map((block) => (block.kind === 'leaf' ? drawLeaf(panel, block) : drawBlock(panel, block))),
  ];
  if (!data.blocks.length) parts.push(element('p', 'empty', data.empty));
  if (data.notes.length) parts.push(...section(data.words.notes, data.notes, (it) => drawNote(panel, it)));
  if (data.references.length) {
    parts.push(...section(data.words.references, data.references, (it) => drawReference(panel, it)));
  }
  panel.view.replaceChildren(...parts);
  for (const head of panel.view.querySelectorAll('thead')) {
    head.classList.toggle('stays', head.offsetHeight < panel.view.clientHeight / 3);
  }
}

function drawBar(panel) {
  const { data, bar } = panel;
  const chosen = data.blocks.find((block) => block.id === data.chosen);
  const { source, markdown } = chosen ?? data.whole;
  // The regulation is named above; what is copied has it.
  const name = element('span', 'source', source.slice(source.indexOf(' ') + 1));
  name.title = source;
  bar.replaceChildren(
    name,
    copier(data.words.copy_citation, data.words, source),
    copier(data.words.copy_markdown, data.words, `${markdown}\n\n— ${source}\n`),
  );
}

function copier(label, words, copied) {
  const made = element('button', 'tool', label);
  made.type = 'button';
  made.onclick = async () => {
    made.style.width = `${made.offsetWidth}px`;
    made.textContent = (await copy(copied)) ? words.copied : words.not_copied;
    setTimeout(() => { made.textContent = label; made.style.width = ''; }, 1500);
  };
  return made;
}

function drawNotice(panel, { kind, text, action }) {
  const made = element('div', `notice ${kind}`);
  made.setAttribute('role', 'note');
  made.append(element('span', '', text));
  if (action) {
    const button = element('button', 'chip', action.label);
    button.type = 'button';
    button.onclick = () => panel.tell('asked', action.name);
    made.append(button);
  }
  return made;
}

function drawChapters(panel, { chapters, words }) {
  const made = element('div', 'chapters');
  for (const [kind, label] of [['old', words.inherited], ['new', words.beginning]]) {
    const some = chapters.filter((chapter) => (chapter.inherited ? 'old' : 'new') === kind);
    if (!some.length) continue;
    const names = element('div', kind);
    names.append(...some.map((it) => jump(panel, it, it.text)));
    made.append(element('div', 'kind', label), names);
  }
  return made.childNodes.length ? [made] : [];
}

function drawLeaf(panel, { label, jump: to }) {
  const made = element('div', 'leaf');
  made.append(jump(panel, to, label));
  return made;
}

function drawBlock(panel, block) {
  const made = element('div', `block ${block.kind}${block.level ? ` h${block.level}` : ''}`);
  made.dataset.block = block.id;
  made.tabIndex = -1;
  if (block.kind === 'table') made.append(...drawTable(panel, block));
  else if (block.kind === 'figure') made.append(drawFigure(panel, block));
  else made.append(drawText(panel, block));
  made.onclick = (event) => {
    if (!event.target.closest('a, button') && !getSelection()?.toString()) pick(panel, block.id);
  };
  panel.blocks.set(block.id, made);
  return made;
}

function drawText(panel, block) {
  const made = element('p', 'words');
  if (block.kind === 'heading') {
    made.setAttribute('role', 'heading');
    made.setAttribute('aria-level', String(block.level + 1));
  }
  made.append(...runs(panel, block.runs));
  return made;
}

// A run is plain text, or a stretch that is marked, leads somewhere, or says why it does not.
function runs(panel, pieces) {
  return pieces.map((piece) => {
    if (typeof piece === 'string') return document.createTextNode(piece);
    const words = piece.mark ? element('mark', '', piece.t) : document.createTextNode(piece.t);
    if (piece.to) return jump(panel, piece.to, words, 'ref');
    if (!piece.why) return words;
    const open = element('span', 'open');
    open.title = piece.why;
    open.append(words);
    return open;
  });
}

function drawTable(panel, { table, over }) {
  const made = element('table');
  if (table.label) made.setAttribute('aria-label', table.label);
  const parts = [element('thead'), element('tbody')];
  let place = null;
  table.rows.forEach((row, nth) => {
    const line = element('tr', table.whole && !row.head ? (row.here ? 'here' : 'far') : '');
    if (table.whole) {
      const where = element(row.head ? 'th' : 'td', 'where');
      if (!row.head && row.to && row.page !== place) {
        if (place !== null) line.classList.add('begins');
        place = row.page;
        where.append(row.here ? element('strong', '', row.label) : jump(panel, row.to, row.label));
      }
      line.append(where);
    }
    for (const [content, rowSpan, colSpan] of row.cells) {
      const cell = element(row.head ? 'th' : 'td');
      if (rowSpan > 1) cell.rowSpan = rowSpan;
      if (colSpan > 1) cell.colSpan = colSpan;
      cell.append(...(typeof content === 'string' ? [content] : runs(panel, content)));
      line.append(cell);
    }
    parts[nth < table.head ? 0 : 1].append(line);
  });
  made.append(...parts);
  return over ? [element('div', 'over', over), made] : [made];
}

function drawFigure(panel, block) {
  const made = element('figure');
  const image = element('img');
  image.src = block.image;
  image.alt = block.caption;
  image.loading = 'lazy';
  image.onerror = () => image.remove();
  made.append(image);
  if (block.runs.length) {
    const caption = element('figcaption');
    caption.append(...runs(panel, block.runs));
    made.append(caption);
  }
  return made;
}

function drawNote(panel, { label, text, block, cited }) {
  const made = element('li');
  const name = element('button', 'chip label', label);
  name.type = 'button';
  name.onclick = () => pick(panel, block);
  made.append(name, document.createTextNode(text));
  if (cited.length) {
    const more = element('div', 'more', `${panel.data.words.cited} `);
    cited.forEach((place, nth) => {
      if (nth) more.append(' · ');
      more.append(jump(panel, place, place.text));
    });
    made.append(more);
  }
  return made;
}

function drawReference(panel, { text, places, why }) {
  const made = element('li');
  made.append(element('span', 'label', text));
  places.forEach((place, nth) => {
    made.append(nth ? ' · ' : '→ ', jump(panel, place, place.text));
  });
  if (why) made.append(element('span', 'more', ` ${why}`));
  return made;
}

function section(title, items, drawItem) {
  const list = element('ul');
  list.append(...items.map(drawItem));
  return [element('h2', '', title), list];
}

// A real link: it can be opened in another tab. A plain click stays here and can be gone back on.
function jump(panel, { href, to }, shown, name = '') {
  const made = element('a', name);
  made.href = href;
  made.append(shown);
  made.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    panel.tell('jumped', to);
  };
  return made;
}

function pick(panel, id) {
  if (!panel.blocks.has(id) && !id) return;
  panel.data.chosen = id;
  press(panel, id);
  drawBar(panel);
  document.dispatchEvent(new CustomEvent(CHOSEN, { detail: { id, by: panel } }));
  if (panel.data.param) keepInLink(panel.data.param, id);
  panel.tell('picked', id);
}

function press(panel, chosen) {
  for (const [id, block] of panel.blocks) {
    block.tabIndex = -1;
    if (id === chosen) block.setAttribute('aria-current', 'true');
    else block.removeAttribute('aria-current');
  }
  // One stop for the tab key; the arrows go from block to block.
  const entry = panel.blocks.get(chosen) ?? panel.blocks.values().next().value;
  if (entry) entry.tabIndex = 0;
}

function walk(panel, event) {
  const block = event.target.closest('.block');
  if (!block || event.target !== block) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    return pick(panel, block.dataset.block);
  }
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const blocks = [...panel.blocks.values()];
  const next = by && blocks[blocks.indexOf(block) + by];
  if (!next) return;
  event.preventDefault();
  block.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function goTo(panel, turned) {
  const { view } = panel;
  const place = placeToShow(panel, turned);
  if (!place) {
    if (turned) view.scrollTo(0, 0);
    return;
  }
  const box = place.getBoundingClientRect();
  const frame = view.getBoundingClientRect();
  const head = place.closest('table')?.querySelector('thead.stays')?.offsetHeight ?? 0;
  if (box.top >= frame.top + head && box.bottom <= frame.bottom) return;
  // What stands right above a high table, its caption as a rule, is shown whole or not at all.
  const above = place.matches('.table') ? place.previousElementSibling?.offsetHeight ?? 0 : 0;
  const least = above < frame.height / 4 ? above + 8 : 8;
  const lead = Math.max(head ? head + 16 : least, (frame.height - box.height) / 3);
  const top = view.scrollTop + box.top - frame.top - lead;
  view.scrollTo({ top, behavior: turned ? 'instant' : gently() });
}

// What is chosen, else what is marked, best in a row or a head of this page. Of a table over pages
// that is higher than the panel, its rows on this page: also where a page begins with them and
// nothing is chosen.
function placeToShow(panel, turned) {
  const { view, data, blocks } = panel;
  const chosen = blocks.get(data.chosen);
  const marks = [...(chosen ?? view).querySelectorAll('mark')];
  const mark = marks.find((it) => !it.closest('tr.far, thead'))
    ?? marks.find((it) => !it.closest('table')?.querySelector('tr.far ~ tr.here')) ?? marks[0];
  if (!chosen && mark) return mark;
  const block = chosen ?? (turned ? blocks.values().next().value : null);
  const goesOn = block?.querySelector('tr.far ~ tr.here');
  if (!chosen) return goesOn;
  return chosen.offsetHeight > view.clientHeight ? mark ?? goesOn ?? chosen : chosen;
}

function listen(panel) {
  listenWhile(panel.root, CHOSEN, ({ detail }) => {
    if (detail.by === panel || !panel.data.param) return;
    panel.data.chosen = detail.id;
    press(panel, detail.id);
    drawBar(panel);
    goTo(panel, false);
  });
}
