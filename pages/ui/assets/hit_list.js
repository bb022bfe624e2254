export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.hit_list');
  root.setAttribute('role', 'region');
  root.setAttribute('aria-label', data.label);
  let nth = 0;
  root.replaceChildren(...data.groups.flatMap((group) => {
    const list = element('ol');
    list.append(...group.hits.map((hit) => {
      const number = nth++;
      return drawHit(hit, data, () => setTriggerValue('kept', number));
    }));
    return group.label ? [element('h3', 'group', group.label), list] : [list];
  }));
}

// Another tab or window goes by the address. In this one the workbench stays: it hears of the new
// address as of a step of "back" or "forward", and draws that page without being loaded again.
function open(anchor, href) {
  anchor.href = href;
  anchor.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    history.pushState({}, '', href);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  return anchor;
}

function drawHit(hit, data, keep) {
  const item = element('li', 'hit');
  if (hit.path.length) {
    const path = element('div', 'path');
    hit.path.forEach((step, nth) => {
      if (nth) { const sign = element('span', 'sign', '›'); sign.setAttribute('aria-hidden', 'true'); path.append(sign); }
      path.append(element('span', 'step', step));
    });
    item.append(path);
  }
  const title = element('h4');
  const anchor = open(element('a'), hit.link);
  anchor.append(element('span', 'name', hit.title), element('span', 'where', hit.where));
  title.append(anchor);
  item.append(title);
  if (hit.snippet.length) item.append(withRuns(element('p', 'snippet'), hit.snippet));
  if (hit.table) item.append(drawTable(hit, data));
  item.append(drawFoot(hit, data, keep));
  if (hit.others.length) item.append(drawOthers(hit, data));
  return item;
}

function withRuns(into, runs) {
  into.append(...runs.map(([words, isMarked]) => (isMarked ? element('mark', '', words) : document.createTextNode(words))));
  return into;
}

function drawFoot(hit, data, keep) {
  const foot = element('div', 'foot');
  const source = element('button', 'source', hit.source);
  source.type = 'button';
  source.title = data.copy;
  source.setAttribute('aria-label', `${data.copy} ${hit.source}`);
  source.onclick = async () => {
    source.textContent = (await copy(hit.source)) ? data.copied : data.not_copied;
    setTimeout(() => { source.textContent = hit.source; }, 1200);
  };
  const why = element('span', 'why');
  why.title = data.why;
  why.append(...hit.why.map((reason) => element('span', 'reason', reason)));
  const toDesk = element('button', 'keep', data.keep);
  toDesk.type = 'button';
  toDesk.title = data.keep_help;
  toDesk.setAttribute('aria-label', `${data.keep} ${hit.source}`);
  toDesk.onclick = keep;
  foot.append(source, why, toDesk);
  if (hit.before || hit.after) {
    const details = element('details');
    const summary = element('summary', '', data.context);
    const around = element('div', 'around');
    if (hit.before) around.append(element('p', 'beside', hit.before));
    if (hit.snippet.length) around.append(withRuns(element('p'), hit.snippet));
    if (hit.after) around.append(element('p', 'beside', hit.after));
    details.append(summary, around);
    foot.append(details);
  }
  return foot;
}

function drawTable(hit, data) {
  const { caption, head, rows, more, wider } = hit.table;
  const holder = element('div', 'preview');
  const table = element('table');
  if (caption && caption !== hit.title) table.append(element('caption', '', caption));
  const row = (cells, tag) => {
    const line = element('tr');
    line.append(...cells.map(({ runs, span, rows: over }) => {
      const cell = withRuns(element(tag), runs);
      if (span > 1) cell.colSpan = span;
      if (over > 1) cell.rowSpan = over;
      return cell;
    }));
    return line;
  };
  if (head.length) { const top = element('thead'); top.append(...head.map((cells) => row(cells, 'th'))); table.append(top); }
  const body = element('tbody');
  body.append(...rows.map((cells) => row(cells, 'td')));
  table.append(body);
  const scroll = element('div', 'scroll');
  scroll.append(table);
  const below = element('div', 'below');
  [more, wider ? data.wider : ''].filter(Boolean).forEach((words) => below.append(element('span', '', words)));
  const whole = open(element('a'), hit.to_table);
  whole.textContent = data.whole_table;
  below.append(whole);
  holder.append(scroll, below);
  return holder;
}

function drawOthers(hit, data) {
  const holder = element('div', 'others');
  holder.append(element('div', 'label', data.others));
  const list = element('ul');
  list.append(...hit.others.map((other) => {
    const item = element('li');
    const anchor = open(element('a'), other.link);
    anchor.textContent = other.where;
    item.append(anchor, withRuns(element('span'), other.snippet));
    return item;
  }));
  holder.append(list);
  return holder;
}
