// Shows the copy buttons, which do nothing without a script.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener('click', () => void copy(field, button));
}

async function copy(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
  } catch {
    // Browsers allow it only on https; the text is selected, so that Ctrl+C copies it.
    button.textContent = 'Press Ctrl+C (⌘C)';
  }
}
