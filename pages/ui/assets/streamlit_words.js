// Streamlit's own words, which it offers no parameter for, in the language of the page. Only whole
// texts that are known are replaced, and none inside of what may hold words of a document.
const OF_DOCUMENTS = '[data-testid=stMarkdownContainer], [data-testid=stText], input, textarea, script, style';
const SPOKEN = ['aria-label', 'title', 'placeholder'];
const SPEAKING = SPOKEN.map((name) => `[${name}]`).join();

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector('.streamlit_words');
  const said = JSON.stringify(data);
  if (root.said === said) return;
  root.said = said;
  root.stop?.();
  root.stop = speak({ exact: data.exact, patterns: data.patterns.map(([it, own]) => [new RegExp(it), own]) });
  return () => { root.stop?.(); root.said = null; };
}

// -> a function that gives every text back its English words.
function speak(words) {
  const changed = new Map();
  const watching = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') addedNodes.forEach((it) => readTree(words, changed, it));
      else if (type === 'attributes') readNames(words, changed, target);
      else readText(words, changed, target);
    }
  });
  readTree(words, changed, document.body);
  watching.observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: SPOKEN,
  });
  return () => {
    watching.disconnect();
    for (const [node, back] of changed) if (node.isConnected) back();
  };
}

function readTree(words, changed, node) {
  if (node.nodeType === Node.TEXT_NODE) {
    readText(words, changed, node);
    return;
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  readNames(words, changed, node);
  for (const speaking of node.querySelectorAll(SPEAKING)) readNames(words, changed, speaking);
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) readText(words, changed, texts.currentNode);
}

function readNames(words, changed, element) {
  for (const name of SPOKEN) {
    const english = element.getAttribute(name);
    const own = english && inWords(words, english);
    if (!own) continue;
    element.setAttribute(name, own);
    remember(changed, element, () => { if (element.getAttribute(name) === own) element.setAttribute(name, english); });
  }
}

function readText(words, changed, node) {
  const english = node.nodeValue.trim();
  if (!english || english.length > 60) return;
  const own = inWords(words, english);
  if (!own || !isOfStreamlit(node.parentElement)) return;
  const before = node.nodeValue;
  const after = before.replace(english, () => own); // with the blanks around it
  node.nodeValue = after;
  remember(changed, node, () => { if (node.nodeValue === after) node.nodeValue = before; });
}

// Its upload button is set in the same element as labels that are ours.
function isOfStreamlit(element) {
  return element && (!element.closest(OF_DOCUMENTS) || element.closest('[data-testid=stFileUploaderDropzone]'));
}

function inWords({ exact, patterns }, english) {
  if (Object.hasOwn(exact, english)) return exact[english];
  for (const [pattern, own] of patterns) {
    const found = pattern.exec(english);
    if (found) return own.replace('{}', () => found[1]);
  }
  return null;
}

function remember(changed, node, back) {
  const before = changed.get(node);
  changed.set(node, before ? () => { before(); back(); } : back);
  if (changed.size > 800) for (const known of changed.keys()) if (!known.isConnected) changed.delete(known);
}
