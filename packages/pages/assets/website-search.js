// Searches a long list of websites, and keeps "all of this account" in step with its websites.
// Without it the whole list is shown, and the server reads both kinds of boxes.
for (const panel of document.querySelectorAll('[data-website-search]')) {
  const list = panel.closest('fieldset');
  const field = panel.querySelector('input');
  const status = panel.querySelector('[role=status]');
  const groups = [...list.querySelectorAll('.group')].map(readGroup);

  function show() {
    const words = fold(field.value).split(/\s+/);
    let shown = 0;
    for (const { element, name, all, websites } of groups) {
      let shownHere = 0;
      for (const { label, text } of websites) {
        const matches = words.every((word) => `${text} ${name}`.includes(word));
        label.hidden = !matches;
        if (matches) shownHere += 1;
      }
      element.hidden = shownHere === 0;
      // "All" means all of the account, so it is shown only when all are.
      if (all) all.closest('label').hidden = shownHere < websites.length;
      shown += shownHere;
    }
    const boxes = groups.flatMap(({ websites }) => websites);
    const selected = boxes.filter(({ box }) => box.checked).length;
    status.textContent = `${shown} of ${boxes.length} websites shown, ${selected} selected`;
  }

  for (const { all, websites } of groups) {
    all?.addEventListener('change', () => {
      for (const { box } of websites) box.checked = all.checked;
      show();
    });
    for (const { box } of websites) {
      box.addEventListener('change', () => {
        if (all && !box.checked) all.checked = false;
        show();
      });
    }
  }
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    // Enter would send the form.
    if (event.key === 'Enter') event.preventDefault();
  });
  panel.hidden = false;
  show();
}

function readGroup(element) {
  const labels = [...element.querySelectorAll('label.choice')];
  const websites = labels
    .map((label) => ({
      label,
      box: label.querySelector('[name=website_ids]'),
      text: fold(label.textContent),
    }))
    .filter(({ box }) => box);
  return {
    element,
    name: fold(element.getAttribute('aria-label')),
    all: element.querySelector('[name=account_ids]'),
    websites,
  };
}

function fold(text) {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
