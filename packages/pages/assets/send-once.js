// Sends a form once while its page is shown: a second answer would hide the first, with what is shown only once.
// A download keeps the page, and so does a form that is stopped: it can be sent again after a change or some seconds.
const sent = new Set();
addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), 10_000);
});
for (const change of ['input', 'pageshow']) addEventListener(change, () => sent.clear());
