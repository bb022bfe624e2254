const LONGEST_WAIT = 5000; // milliseconds

// Keys that Streamlit's own shortcuts do not know: each leads to the widget with the given key.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector('.key_shortcuts');
  const isNew = !root.targets;
  root.targets = data.targets;
  if (isNew) listenWhile(root, 'keydown', (event) => press(root.targets[event.key], event));
  root.dataset.keys = Object.keys(data.targets).join(' '); // those that are listened for by now
}

async function press(target, event) {
  if (!target || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const control = await whenDrawn(`.st-key-${target} :is(input, a, button)`);
  if (control?.matches('input')) {
    control.focus();
    control.select();
    // Afterwards the keys belong to the page again.
    control.addEventListener('keydown', leave);
  } else {
    control?.click();
  }
}

// Streamlit draws a widget as an empty box until its script is loaded: a key pressed by then waits.
function whenDrawn(selector) {
  const drawn = document.querySelector(selector);
  if (drawn) return drawn;
  return new Promise((resolve) => {
    const watcher = new MutationObserver(() => end(document.querySelector(selector)));
    const end = (found) => {
      if (found === null) return;
      watcher.disconnect();
      resolve(found);
    };
    watcher.observe(document.body, { childList: true, subtree: true });
    setTimeout(end, LONGEST_WAIT, undefined);
  });
}

function leave(event) {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  event.target.removeEventListener('keydown', leave);
  setTimeout(() => event.target.blur());
}
