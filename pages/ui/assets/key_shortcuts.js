// Keys that Streamlit's own shortcuts do not know: each leads to the widget with the given key.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector('.key_shortcuts');
  const isNew = !root.targets;
  root.targets = data.targets;
  if (isNew) listenWhile(root, 'keydown', (event) => press(root.targets[event.key], event));
  root.dataset.keys = Object.keys(data.targets).join(' '); // those that are listened for by now
}

function press(target, event) {
  if (!target || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  const widget = document.querySelector(`.st-key-${target}`);
  const field = widget?.querySelector('input');
  event.preventDefault();
  if (field) {
    field.focus();
    field.select();
    // Afterwards the keys belong to the page again.
    field.addEventListener('keydown', leave);
  } else {
    widget?.querySelector('a, button')?.click();
  }
}

function leave(event) {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  event.target.removeEventListener('keydown', leave);
  setTimeout(() => event.target.blur());
}
