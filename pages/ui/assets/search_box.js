const WAIT = 140; // ms between the last letter and the question for suggestions

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.search_box');
  root.send = setTriggerValue;
  if (!root.box) build(root);
  root.words = data;
  const { input, sendButton, clearButton, list } = root.box;
  input.setAttribute('aria-label', data.label);
  input.placeholder = data.placeholder;
  sendButton.textContent = data.send;
  clearButton.setAttribute('aria-label', data.clear);
  list.setAttribute('aria-label', data.list);
  if (root.shownValue !== data.value) {
    root.shownValue = data.value;
    input.value = data.value;
    close(root);
  }
  clearButton.hidden = !input.value;
  suggest(root);
  if (data.focus && !root.wasFocused) input.focus({ preventScroll: true });
  root.wasFocused = true;
}

function build(root) {
  const form = element('form', 'line');
  form.setAttribute('role', 'search');
  const input = element('input');
  Object.assign(input, { type: 'text', autocomplete: 'off', spellcheck: false, id: 'question' });
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-controls', 'suggestions');
  const clearButton = element('button', 'clear', '×');
  clearButton.type = 'button';
  const sendButton = element('button', 'send');
  sendButton.type = 'submit';
  const list = element('ul');
  list.id = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.hidden = true;
  form.replaceChildren(input, clearButton, sendButton);
  root.replaceChildren(form, list);
  root.box = { input, clearButton, sendButton, list };
  root.active = -1;

  form.onsubmit = (event) => { event.preventDefault(); ask(root, input.value); };
  clearButton.onclick = () => { input.value = ''; clearButton.hidden = true; ask(root, ''); input.focus(); };
  input.oninput = () => {
    clearButton.hidden = !input.value;
    root.isOpen = true;
    root.active = -1;
    // Letters that an input method is still putting together are no question yet.
    if (!root.isComposing) typed(root);
  };
  input.addEventListener('compositionstart', () => { root.isComposing = true; });
  input.addEventListener('compositionend', () => { root.isComposing = false; typed(root); });
  input.onkeydown = (event) => { if (!event.isComposing) keyed(root, event); };
  root.addEventListener('focusout', (event) => {
    if (!root.contains(event.relatedTarget)) close(root);
  });
  listenWhile(root, 'keydown', (event) => {
    if (event.key === '/' && !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
}

function typed(root) {
  clearTimeout(root.timer);
  root.timer = setTimeout(() => root.send('typed', root.box.input.value), WAIT);
}

function ask(root, question) {
  clearTimeout(root.timer);
  close(root);
  root.box.input.value = question;
  root.shownValue = question.trim();
  root.send('asked', question);
}

function close(root) {
  root.isOpen = false;
  root.active = -1;
  suggest(root);
}

function keyed(root, event) {
  const { input, list } = root.box;
  const count = list.hidden ? 0 : list.children.length;
  if (event.key === 'Escape' && count) {
    event.preventDefault();
    close(root);
  } else if (event.key === 'Enter' && count && root.active >= 0) {
    event.preventDefault();
    ask(root, root.words.suggested.items[root.active].text);
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (!count) { root.isOpen = true; typed(root); suggest(root); return; }
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // One place more than there are suggestions: the line itself.
    root.active = ((root.active + 1 + step + count + 1) % (count + 1)) - 1;
    point(root);
  }
}

function point(root) {
  const { input, list } = root.box;
  [...list.children].forEach((item, nth) => item.setAttribute('aria-selected', String(nth === root.active)));
  const active = list.children[root.active];
  if (active) {
    input.setAttribute('aria-activedescendant', active.id);
    active.scrollIntoView({ block: 'nearest' });
  } else {
    input.removeAttribute('aria-activedescendant');
  }
}

function suggest(root) {
  const { input, list } = root.box;
  const { to, items } = root.words?.suggested ?? { to: '', items: [] };
  const isShown = Boolean(root.isOpen && items.length && to === input.value);
  list.hidden = !isShown;
  input.setAttribute('aria-expanded', String(isShown));
  if (!isShown) { input.removeAttribute('aria-activedescendant'); return; }
  list.replaceChildren(...items.map((item, nth) => {
    const row = element('li');
    row.id = `suggestion-${nth}`;
    row.setAttribute('role', 'option');
    row.append(element('span', 'kind', item.kind), element('span', 'words', item.text), element('span', 'where', item.where));
    row.onmousedown = (event) => event.preventDefault(); // the line keeps the focus
    row.onclick = () => ask(root, item.text);
    row.onmousemove = () => { if (root.active !== nth) { root.active = nth; point(root); } };
    return row;
  }));
  point(root);
}
