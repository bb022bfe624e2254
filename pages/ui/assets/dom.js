// What the scripts of this folder share; it stands before each of them.
const CHOSEN = 'gridcode-chosen'; // a block was chosen on one side: { id, by }

function element(tag, name = '', words = null) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (words !== null) made.textContent = words;
  return made;
}

function gently() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

function isTyping(event) {
  return event.composedPath().some(
    (it) => it.isContentEditable || it.matches?.('input, textarea, select, [role=combobox], [role=radiogroup]'),
  );
}

// In place of the link that is there: "back" leads to the page before, not through every choice.
function keepInLink(param, value) {
  const link = new URL(location.href);
  link.searchParams.set(param, value);
  history.replaceState({}, '', link);
}

// Runs ``hear`` for as long as ``root`` is on the page.
function listenWhile(root, kind, hear) {
  const heard = (event) => {
    if (root.isConnected) hear(event);
    else document.removeEventListener(kind, heard);
  };
  document.addEventListener(kind, heard);
}

async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch { /* only https and this machine may use the clipboard: the old way serves the rest */ }
  const field = document.createElement('textarea');
  field.value = words;
  Object.assign(field.style, { position: 'fixed', opacity: 0 });
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

function focused(root) {
  return root.getRootNode().activeElement;
}

