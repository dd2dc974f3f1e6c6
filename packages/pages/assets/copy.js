// Shows the copy buttons, which do nothing without a script.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener('click', () => void copy(source, button));
}

async function copy(source, button) {
  select(source);
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = 'Copied';
  } catch {
    // Browsers allow it only on https; the text is selected, so that Ctrl+C copies it.
    button.textContent = 'Press Ctrl+C (⌘C)';
  }
}

function select(source) {
  if (source.select) source.select();
  else getSelection().selectAllChildren(source);
}
