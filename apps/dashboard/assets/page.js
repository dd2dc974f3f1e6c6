// A placeholder: lists the websites. The drawing of the reports takes its place.
const view = document.getElementById('view');

async function show() {
  const response = await fetch('/data/reports/websites?notes=true', {
    headers: { 'X-Funnel-Dashboard': '1' },
  });
  if (response.status === 401) {
    location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
    return;
  }
  const body = await response.json();
  if (!response.ok) return say(body.detail);
  const list = document.createElement('ul');
  for (const { id, name } of body.websites) {
    const link = document.createElement('a');
    link.href = `/websites/${id}`;
    link.textContent = name;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  const heading = document.createElement('h1');
  heading.textContent = 'Websites';
  view.replaceChildren(heading, list);
}

function say(text) {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  view.replaceChildren(paragraph);
}

show().catch(() => say('The reports cannot be reached right now. Reload the page in some seconds.'));
