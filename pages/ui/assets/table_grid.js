const WINDOW = 200;
const kept = new WeakMap();

export default function({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.grid');
  const state = kept.get(root) ?? { address: null, grid: null, first: null, chosen: null };
  kept.set(root, state);
  state.data = data;
  state.pick = (row, col) => setTriggerValue('picked', [row, col]);
  if (state.address === data.address && state.grid) {
    follow(root, state);
    return;
  }
  state.address = data.address;
  fetch(data.address).then((answer) => {
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  }).then((grid) => {
    if (state.address !== data.address) return;
    state.grid = index(grid);
    state.first = null; state.chosen = null;
    follow(root, state);
  }).catch(() => {
    state.address = null;
    root.replaceChildren(make('p', { className: 'quiet', textContent: state.data.words.missing }));
  });
}

function make(tag, set = {}, ...children) {
  const element = Object.assign(document.createElement(tag), set);
  element.append(...children);
  return element;
}

function index(grid) {
  grid.at = new Map();
  grid.byRow = Array.from({ length: grid.rows }, () => []);
  for (const cell of grid.cells) {
    const [row, col, rows, cols] = cell;
    if (row < grid.rows) grid.byRow[row].push(cell);
    for (let r = row; r < row + rows; r++)
      for (let c = col; c < col + cols; c++) grid.at.set(r * 4096 + c, cell);
  }
  grid.leads = new Map();
  const lead = (at, entry) => {
    const key = at[0] * 4096 + at[1];
    if (!grid.leads.has(key)) grid.leads.set(key, []);
    grid.leads.get(key).push(entry);
  };
  for (const note of grid.notes) lead(note.at, note);
  for (const reference of grid.references) lead(reference.at, reference);
  return grid;
}

// Shows the window of rows that holds what was chosen; otherwise leaves the reader where he is.
function follow(root, state) {
  const chosen = state.data.chosen;
  const isNew = JSON.stringify(chosen) !== JSON.stringify(state.chosen);
  state.chosen = chosen;
  const before = state.first;
  if (state.first === null) state.first = state.grid.header;
  if (chosen && isNew && (chosen[0] < state.first || chosen[0] >= state.first + WINDOW)
      && chosen[0] >= state.grid.header)
    state.first = Math.max(state.grid.header, chosen[0] - 20);
  const frame = root.querySelector('.frame');
  if (!frame || before !== state.first || state.drawn !== JSON.stringify(state.data.corrected)) {
    draw(root, state);
  } else {
    mark(root, state);
  }
  if (chosen && isNew && !(state.clicked && state.clicked[0] === chosen[0])) show(root, chosen[0]);
  state.clicked = null;
}

function show(root, row) {
  const frame = root.querySelector('.frame');
  const line = root.querySelector(`tr[data-line="${row}"]`);
  if (!frame || !line) return;
  const head = frame.querySelector('thead')?.offsetHeight ?? 0;
  const top = line.offsetTop - head - 40;
  if (line.offsetTop < frame.scrollTop + head || line.offsetTop > frame.scrollTop
      + frame.clientHeight - 60) frame.scrollTop = Math.max(0, top);
}

function mark(root, state) {
  const [row, col] = state.chosen ?? [-1, null];
  for (const line of root.querySelectorAll('tr.chosen')) line.classList.remove('chosen');
  for (const cell of root.querySelectorAll('[data-row].chosen')) cell.classList.remove('chosen');
  root.querySelector(`tr[data-line="${row}"]`)?.classList.add('chosen');
  if (col === null) return;
  const cell = state.grid.at.get(row * 4096 + col);
  if (cell) root.querySelector(`[data-row="${cell[0]}"][data-col="${cell[1]}"]`)
    ?.classList.add('chosen');
}

function draw(root, state) {
  const { grid, data } = state;
  const last = Math.min(grid.rows, state.first + WINDOW);
  const corrected = new Set(data.corrected.map(([row, col]) => row * 4096 + col));
  state.drawn = JSON.stringify(data.corrected);
  const head = make('thead');
  for (let row = 0; row < Math.min(grid.header, grid.rows); row++)
    head.append(line(state, row, 0, grid.header, corrected, row === 0 ? grid.header : 0));
  const body = make('tbody');
  for (let row = state.first; row < last; row++)
    body.append(line(state, row, state.first, last, corrected));
  const table = make('table', {}, head, body);
  table.setAttribute('aria-label', data.words.label);
  const old = root.querySelector('.frame');
  const frame = make('div', { className: 'frame' }, table);
  table.addEventListener('click', (event) => {
    if (event.target.closest('a')) return;
    choose(state, event.target);
  });
  table.addEventListener('keydown', (event) => steer(root, state, event));
  if (!old) root.replaceChildren(bar(root, state), frame);
  else old.replaceWith(frame);
  const first = frame.querySelector('tbody [data-row]') ?? frame.querySelector('[data-row]');
  if (first) first.tabIndex = 0;
  refresh(root, state);
  mark(root, state);
}

function line(state, row, first, end, corrected, headRows) {
  const { grid, data } = state;
  const made = make('tr');
  made.dataset.line = row;
  const isHead = row < grid.header;
  const page = grid.pages[row];
  if (!isHead && row > grid.header && page !== grid.pages[row - 1]) made.className = 'break';
  if (headRows !== 0) {
    const label = make('th', {
      className: 'page', textContent: isHead ? data.words.page : `P${page}`,
      title: isHead ? '' : `${data.words.row} ${row + 1}`,
    });
    label.dataset.line = row;
    if (headRows) label.rowSpan = headRows;
    made.append(label);
  }
  const cells = grid.byRow[row].slice();
  if (row === first && !isHead) { // cells over rows that began above the window
    for (let col = 0; col < grid.cols; col++) {
      const cell = grid.at.get(row * 4096 + col);
      if (cell && cell[0] < row && !cells.includes(cell)) cells.push(cell);
    }
    cells.sort((a, b) => a[1] - b[1]);
  }
  for (const cell of cells) made.append(place(state, cell, row, end, corrected));
  return made;
}

function place(state, cell, row, end, corrected) {
  const [top, col, rows, cols, text, isHeader] = cell;
  const made = make(isHeader ? 'th' : 'td');
  made.dataset.row = top; made.dataset.col = col; made.tabIndex = -1;
  const below = Math.min(top + rows, end) - row;
  if (below > 1) made.rowSpan = below;
  if (cols > 1) made.colSpan = cols;
  if (corrected.has(top * 4096 + col)) {
    made.classList.add('corrected');
    made.title = state.data.words.corrected;
  }
  made.append(...pieces(state, text, state.grid.leads.get(top * 4096 + col) ?? []));
  return made;
}

function pieces(state, text, leads) {
  const placed = [];
  for (const lead of leads) {
    let { start, end } = lead;
    if (start === undefined) {
      start = lead.text ? text.indexOf(lead.text) : -1;
      end = start + lead.text.length;
    }
    if (start < 0 || end > text.length || end <= start) continue;
    if (!placed.some((other) => start < other.end && other.start < end))
      placed.push({ start, end, lead });
    else if (lead.note) { // a note that is also a reference says what the note says
      const same = placed.find((other) => start < other.end && other.start < end);
      if (!same.lead.note) same.lead = lead;
    }
  }
  placed.sort((a, b) => a.start - b.start);
  const made = [];
  let at = 0;
  for (const { start, end, lead } of placed) {
    made.push(text.slice(at, start));
    const words = text.slice(start, end);
    if (lead.note) {
      made.push(make('span', { className: 'note', textContent: words, title: lead.says }));
    } else {
      made.push(make('a', { textContent: words, title: lead.says, href: address(state, lead) }));
    }
    at = end;
  }
  made.push(text.slice(at));
  return made.filter((part) => part !== '');
}

function address(state, lead) {
  const asked = new URLSearchParams({ reg: lead.reg });
  const isTable = /\/(t-[^/]+|p\d+\/t\d+)$/.test(lead.target);
  if (isTable) {
    asked.set('table', lead.target);
  } else {
    asked.set('page', lead.page);
    if (lead.block) asked.set('block', lead.block);
  }
  if (state.data.lang !== 'zh') asked.set('lang', state.data.lang);
  return `/${isTable ? 'tables' : 'reader'}?${asked}`;
}

function choose(state, target) {
  const cell = target.closest('[data-row]');
  const label = target.closest('.page');
  if (cell) {
    const row = Number(cell.dataset.row), col = Number(cell.dataset.col);
    state.clicked = [row, col];
    state.pick(row, col);
  } else if (label) {
    state.clicked = [Number(label.dataset.line), null];
    state.pick(Number(label.dataset.line), null);
  }
}

function steer(root, state, event) {
  const cell = event.target.closest('[data-row]');
  if (!cell) return;
  if (event.key === 'Enter' || event.key === ' ') {
    if (event.target.closest('a')) return;
    event.preventDefault();
    choose(state, cell);
    return;
  }
  const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
  const move = step[event.key];
  if (!move) return;
  event.preventDefault();
  const from = state.grid.at.get(cell.dataset.row * 4096 + Number(cell.dataset.col));
  let row = from[0] + (move[0] > 0 ? from[2] : move[0]);
  let col = from[1] + (move[1] > 0 ? from[3] : move[1]);
  const next = state.grid.at.get(row * 4096 + col);
  if (!next) return;
  const seen = root.querySelector(`[data-row="${next[0]}"][data-col="${next[1]}"]`);
  if (seen) focus(root, seen);
}

function focus(root, cell) {
  for (const other of root.querySelectorAll('[data-row][tabindex="0"]')) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

function bar(root, state) {
  const { words } = state.data;
  const find = make('input', { type: 'search', placeholder: words.find });
  find.setAttribute('aria-label', words.find);
  find.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter') seek(root, state, find.value);
  });
  const said = make('span', { className: 'quiet said' });
  const rows = make('span', { className: 'quiet rows' });
  const turn = (name, label, by) => {
    const button = make('button', { type: 'button', textContent: label, className: name });
    button.addEventListener('click', () => {
      const { grid } = state;
      const first = state.first + by * WINDOW;
      state.first = Math.max(grid.header, Math.min(first, grid.rows - 1));
      draw(root, state);
    });
    return button;
  };
  const copy = make('button', { type: 'button', textContent: words.copy, className: 'copy' });
  copy.addEventListener('click', () => copied(state).then((done) => {
    copy.textContent = done ? words.copied : words.not_copied;
    setTimeout(() => { copy.textContent = words.copy; }, 1500);
  }));
  return make('div', { className: 'bar' }, find, said, make('span', { className: 'gap' }), rows,
    turn('back', '‹', -1), turn('on', '›', 1), copy);
}

function refresh(root, state) {
  const { grid, data, first } = state;
  const last = Math.min(grid.rows, first + WINDOW);
  const isWhole = grid.rows - grid.header <= WINDOW && first === grid.header;
  root.querySelector('.rows').textContent = (isWhole ? data.words.all : data.words.some)
    .replace('[first]', first + 1).replace('[last]', last).replace('[total]', grid.rows);
  const back = root.querySelector('.back'), on = root.querySelector('.on');
  back.hidden = on.hidden = isWhole;
  back.disabled = first <= grid.header;
  on.disabled = last >= grid.rows;
}

// The next cell, in reading order, that holds the words; after the last comes the first again.
function seek(root, state, words) {
  const { grid, data } = state;
  const wanted = words.trim().toLowerCase();
  for (const cell of root.querySelectorAll('.found')) cell.classList.remove('found');
  const said = root.querySelector('.said');
  if (!wanted) { said.textContent = ''; return; }
  const hits = grid.cells.filter((cell) => cell[4].toLowerCase().includes(wanted));
  if (!hits.length) { said.textContent = data.words.not_found; return; }
  const last = state.sought === wanted ? state.hit : -1;
  state.sought = wanted;
  state.hit = (last + 1) % hits.length;
  const [row, col] = hits[state.hit];
  said.textContent = `${state.hit + 1}/${hits.length}`;
  if (row >= grid.header && (row < state.first || row >= state.first + WINDOW)) {
    state.first = Math.max(grid.header, row - 20);
    draw(root, state);
  }
  root.querySelector(`[data-row="${row}"][data-col="${col}"]`)?.classList.add('found');
  show(root, row);
}

// What a spreadsheet would compute stays text.
function harmless(text) {
  const plain = text.replace(/[\t\n\r]+/g, ' ');
  return /^\s*[=+\-@|＝＋－＠｜]/.test(plain)
    && !/^\s*([-+－＋]?\d+([.．]\d+)?[%％]?|[-－])\s*$/.test(plain)
    ? `'${plain}` : plain;
}

async function copied(state) {
  const { grid } = state;
  const rows = grid.byRow.map((cells) => {
    const texts = Array(grid.cols).fill('');
    for (const cell of cells) texts[cell[1]] = harmless(cell[4]);
    return texts.join('\t');
  });
  const plain = rows.join('\n');
  const table = make('table');
  for (const cells of grid.byRow) {
    const made = make('tr');
    for (const [, , down, over, text] of cells)
      made.append(make('td', { textContent: harmless(text), rowSpan: down, colSpan: over }));
    table.append(made);
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({
      'text/plain': new Blob([plain], { type: 'text/plain' }),
      'text/html': new Blob([table.outerHTML], { type: 'text/html' }),
    })]);
    return true;
  } catch {
    // Without https, browsers leave only the old way.
    const area = make('textarea', { value: plain });
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
