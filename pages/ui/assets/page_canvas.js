// A page as it is printed, with places on it. What is chosen here is told to the other parts of
// the page at once (see block_panel.js), and to Python with the rerun that follows.
const SIZES = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3];
const KEPT_SIZE = 'gridcode-page-size';

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.page_canvas');
  const canvas = root.canvas ?? (root.canvas = build(root, data));
  canvas.tell = setTriggerValue;
  canvas.show(data);
}

function build(root, first) {
  const page = element('div', 'page');
  const view = element('div', 'view');
  const image = element('img');
  view.append(page);
  const canvas = { root, page, view, image, data: null, size: 1, places: new Map() };
  if (first.pane) {
    root.classList.add('pane');
    canvas.bar = buildBar(canvas, first);
    root.append(canvas.bar);
    canvas.size = Number(sessionStorage.getItem(KEPT_SIZE)) || 1;
    listenForKeys(canvas);
  }
  root.append(view);
  image.onerror = () => sayWhy(canvas);
  image.onload = () => page.querySelector('.missing')?.remove();
  page.onkeydown = (event) => walk(canvas, event);
  listen(canvas);
  canvas.show = (data) => show(canvas, data);
  return canvas;
}

function show(canvas, data) {
  const before = canvas.data;
  canvas.data = data;
  const { page, image } = canvas;
  const turned = before?.image !== data.image;
  image.alt = data.alt;
  page.style.aspectRatio = data.ratio || 'auto';
  if (data.pane) canvas.bar.querySelector('.name').textContent = data.alt;
  if (turned) page.querySelector('.missing')?.remove();
  resize(canvas, data.pane ? canvas.size : data.zoom);
  const held = focused(canvas.root)?.dataset?.place;
  canvas.places = new Map(data.places.map((place) => [place.id, button(canvas, place)]));
  const marks = data.marks.map((box) => at(element('div', data.whole ? 'mark wide' : 'mark'), box));
  const missing = page.querySelector('.missing');
  page.replaceChildren(image, ...marks, ...(missing ? [missing] : []), ...canvas.places.values());
  press(canvas, data.chosen);
  canvas.places.get(held)?.focus({ preventScroll: true });
  if (turned || String(before?.chosen) !== String(data.chosen)) goTo(canvas, turned);
  for (const near of turned ? data.near : []) new Image().src = near;
}

function resize(canvas, size) {
  const { page, image, data } = canvas;
  page.style.width = `${Math.round(size * 100)}%`;
  const wanted = size * (canvas.view.clientWidth || 500) * devicePixelRatio;
  const address = wanted > 1100 ? data.sharp : data.image;
  if (image.getAttribute('src') !== address) image.src = address;
  const shown = canvas.bar?.querySelector('.size');
  if (shown) shown.textContent = `${Math.round(size * 100)}%`;
}

function setSize(canvas, size) {
  const { view } = canvas;
  const middle = (view.scrollTop + view.clientHeight / 2) / view.scrollHeight;
  const centre = (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth;
  canvas.size = size;
  sessionStorage.setItem(KEPT_SIZE, size);
  resize(canvas, size);
  view.scrollTop = middle * view.scrollHeight - view.clientHeight / 2;
  view.scrollLeft = centre * view.scrollWidth - view.clientWidth / 2;
}

function step(canvas, by) {
  const sizes = by > 0 ? SIZES : [...SIZES].reverse();
  const next = sizes.find((size) => (by > 0 ? size > canvas.size : size < canvas.size));
  if (next) setSize(canvas, next);
}

function buildBar(canvas, { words }) {
  const bar = element('div', 'bar');
  const control = (label, shown, action, name = '') => {
    const made = element('button', name);
    made.type = 'button';
    made.textContent = shown;
    made.title = label;
    made.setAttribute('aria-label', label);
    made.onclick = action;
    return made;
  };
  bar.append(
    element('span', 'name'),
    control(words.smaller, '−', () => step(canvas, -1)),
    control(words.fit, '100%', () => setSize(canvas, 1), 'size'),
    control(words.larger, '+', () => step(canvas, 1)),
  );
  return bar;
}

function button(canvas, { id, label, kind, box }) {
  const made = at(element('button', `place ${kind}`), box);
  made.type = 'button';
  made.dataset.place = id;
  made.title = label;
  made.setAttribute('aria-label', label);
  made.onclick = () => pick(canvas, id);
  return made;
}

function pick(canvas, id) {
  press(canvas, [id]);
  document.dispatchEvent(new CustomEvent(CHOSEN, { detail: { id, by: canvas } }));
  canvas.data.chosen = [id];
  if (canvas.data.param) keepInLink(canvas.data.param, id);
  canvas.tell('picked', id);
}

function press(canvas, chosen) {
  let entry = null;
  for (const [id, place] of canvas.places) {
    const pressed = chosen.includes(id);
    place.setAttribute('aria-pressed', String(pressed));
    place.tabIndex = -1;
    if (pressed) entry ??= place;
  }
  // One stop for the tab key; the arrows go from place to place.
  entry ??= canvas.places.values().next().value;
  if (entry) entry.tabIndex = 0;
}

function walk(canvas, event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const places = [...canvas.places.values()];
  const here = places.indexOf(event.target);
  const next = places[here + by];
  if (here < 0 || !next) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function goTo(canvas, turned) {
  const { view, data, page } = canvas;
  if (!data.pane) return;
  const place = canvas.places.get(data.chosen[0]) ?? page.querySelector('.mark');
  if (!place) {
    if (turned) view.scrollTo(0, 0);
    return;
  }
  const box = place.getBoundingClientRect();
  const frame = view.getBoundingClientRect();
  if (box.top >= frame.top && box.bottom <= frame.bottom) return;
  const top = view.scrollTop + box.top - frame.top - Math.max(24, (frame.height - box.height) / 2);
  view.scrollTo({ top, behavior: turned ? 'instant' : gently() });
}

function listen(canvas) {
  listenWhile(canvas.root, CHOSEN, ({ detail }) => {
    if (detail.by === canvas || !canvas.data.pane || !canvas.places.has(detail.id)) return;
    canvas.data.chosen = [detail.id];
    press(canvas, [detail.id]);
    goTo(canvas, false);
  });
}

function listenForKeys(canvas) {
  listenWhile(canvas.root, 'keydown', (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') step(canvas, 1);
    else if (event.key === '-') step(canvas, -1);
    else if (event.key === '0') setSize(canvas, 1);
  });
}

// An image cannot tell why it failed; its address can, as JSON.
async function sayWhy(canvas) {
  const { page, image, data } = canvas;
  let why = data.missing;
  try {
    const { type } = await (await fetch(image.src)).json();
    why = data.failures[type] ?? why;
  } catch { /* no answer, or none of ours: the general sentence stands */ }
  page.querySelector('.missing')?.remove();
  const said = element('div', 'missing');
  said.setAttribute('role', 'status');
  said.textContent = why;
  image.after(said);
}

function at(made, [left, top, right, bottom]) {
  Object.assign(made.style, {
    left: `${left * 100}%`, top: `${top * 100}%`,
    width: `${(right - left) * 100}%`, height: `${(bottom - top) * 100}%`,
  });
  return made;
}
