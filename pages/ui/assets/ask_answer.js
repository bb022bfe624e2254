export default function({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.ask_answer');
  const words = data.words;
  const show = (number) => setTriggerValue('picked', number);

  const run = ({ kind, words: said, number }) => {
    if (kind === 'cite') {
      const made = element('button', 'cite', said);
      made.type = 'button';
      made.setAttribute('aria-label', `${words.show} ${said}`);
      made.onclick = () => show(number);
      return made;
    }
    const made = element('span', kind === 'plain' ? '' : kind, said);
    if (kind === 'unverified') {
      made.append(element('span', 'tag', words.unverified));
    } else if (kind === 'found' && number) {
      made.title = `[${number}]`;
      made.onclick = () => show(number);
      made.style.cursor = 'pointer';
    }
    return made;
  };

  const written = data.written.map(({ kind, runs }) => {
    const made = element(kind === 'heading' ? 'h5' : 'p', kind === 'item' ? 'item' : '');
    made.append(...runs.map(run));
    return made;
  });

  const table = ({ header, cells }) => {
    const scroll = element('div', 'scroll');
    const made = element('table');
    if (header.length) {
      const row = element('tr');
      row.append(...header.map((cell) => element('th', '', cell)));
      made.append(row);
    }
    const row = element('tr');
    row.append(...cells.map((cell) => element('td', '', cell)));
    made.append(row);
    scroll.append(made);
    return scroll;
  };

  const leading = (address, source) => {
    const link = element('a', 'open', words.open);
    link.href = address;
    link.target = '_self';
    link.setAttribute('aria-label', `${words.open} ${source}`);
    return link;
  };

  const toDesk = (it) => {
    const made = element('button', 'keep', words.keep);
    made.type = 'button';
    made.title = words.keep_help;
    made.setAttribute('aria-label', `${words.keep} ${it.source}`);
    made.onclick = () => setTriggerValue('kept', it.number);
    return made;
  };

  const card = (it) => {
    const made = element('li', it.number === data.chosen ? 'card chosen' : 'card');
    made.dataset.citation = it.number;
    const body = element('div');
    if (it.led) body.append(element('div', 'led', it.led));
    if (it.about) body.append(element('div', 'about', it.about));
    if (it.cells.length) body.append(table(it));
    if (it.image) {
      const image = element('img');
      image.src = it.image;
      image.alt = it.quote;
      image.onerror = () => image.remove();
      body.append(image);
    }
    if (it.quote) body.append(element('div', 'quote', it.quote));
    if (!it.found) body.append(element('div', 'led', it.quote ? words.unverified : words.page_only));
    const foot = element('div', 'foot');
    const source = element('button', 'source', it.source);
    source.type = 'button';
    source.setAttribute('aria-label', `${words.show} ${it.source}`);
    source.onclick = () => show(it.number);
    foot.append(source);
    if (it.section) foot.append(element('span', 'section', it.section));
    foot.append(leading(it.address, it.source));
    if (it.found) foot.append(toDesk(it));
    body.append(foot);
    made.append(element('div', 'number', String(it.number)), body);
    return made;
  };

  const pair = ({ sides }) => {
    const made = element('div', 'pair');
    made.append(...sides.map((side) => {
      const box = element('div', 'side');
      const quote = element('p');
      quote.append(...side.runs.map(run));
      const foot = element('div', 'foot');
      const source = element('button', 'source', `[${side.number}] ${side.source}`);
      source.type = 'button';
      source.onclick = () => show(side.number);
      foot.append(source, leading(side.address, side.source));
      box.append(quote, foot);
      return box;
    }));
    return made;
  };

  const parts = [...written];
  if (data.conflicts.length) {
    parts.push(element('h4', '', words.conflicts), ...data.conflicts.map(pair));
  }
  if (data.citations.length) {
    const list = element('ol');
    list.setAttribute('aria-label', words.sources);
    list.append(...data.citations.map(card));
    if (data.written.length || data.conflicts.length) parts.push(element('h4', '', words.sources));
    parts.push(list);
  }
  root.replaceChildren(...parts);
}
