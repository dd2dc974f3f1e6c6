/** Lets a reader try the operations of the page. The token is kept in this variable and nowhere else. */
let token = '';

const NO_ANSWER = 'There was no answer. Check that the service is running, and try again.';

const { server = '', samples: asked = '[]' } = document.querySelector('.reference').dataset;
const samples = JSON.parse(asked);
const access = document.getElementById('access');
const accessState = document.getElementById('access-state');

access.addEventListener('submit', (event) => {
  event.preventDefault();
  token = document.getElementById('token').value.trim();
  void whileBusy(access, async () => {
    accessState.textContent = 'Asking what the token may see…';
    accessState.textContent = await fillIn().catch(() => NO_ANSWER);
  });
});

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('input', () => showSample(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void whileBusy(form, () => send(form));
  });
}

/** Asks the API for values, so that the first try succeeds. */
async function fillIn() {
  let value = '';
  const query = new URLSearchParams();
  for (const { parameter, operations, path, at } of samples) {
    const address = path.replace('{id}', value);
    const question = `${server}${address}${address.includes('?') ? '&' : '?'}${query}`;
    const { status, body } = await call('get', question);
    if (status !== 200) return `${body.code}: ${body.detail}`;
    value = String(at.split('.').reduce((part, key) => part?.[key], body) ?? '');
    if (!value) break;
    // What applies to all operations is asked for in the next questions, too.
    if (!operations) query.set(parameter, value);
    for (const form of document.querySelectorAll('.try form')) {
      const field = form.elements.namedItem(parameter);
      if (field && (!operations || operations.includes(form.dataset.operation))) field.value = value;
      showSample(form);
    }
  }
  const filled = [...query].map(([name, first]) => `${name} ${first}`).join(', ');
  return filled
    ? `The token works. The forms are filled in for ${filled}.`
    : 'The token is used from now on.';
}

/** The sample of an operation asks for what is in its form. */
function showSample(form) {
  const { method, address, body, headers } = requestOf(form);
  const sample = document.getElementById(`${form.dataset.operation}-sample`);
  sample.querySelector('code').textContent = commandFor(method, address, body, headers);
}

function requestOf(form) {
  const query = new URLSearchParams();
  const headers = {};
  let path = form.dataset.path;
  for (const field of form.querySelectorAll('[data-in]')) {
    const value = field.value.trim();
    if (field.dataset.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value && field.dataset.in === 'header') headers[field.name] = value;
    else if (value) query.set(field.name, value);
  }
  // What is beyond v1 is elsewhere.
  const address = `${form.dataset.server ?? server}${path}${query.size > 0 ? `?${query}` : ''}`;
  const body = form.elements.namedItem('body')?.value;
  return { method: form.dataset.method, address, body, headers };
}

async function send(form) {
  const { method, address, body, headers } = requestOf(form);
  const result = form.querySelector('.result');
  const status = form.querySelector('.status');
  result.hidden = false;
  status.textContent = 'Sending…';
  try {
    const answer = await call(method, address, body, headers);
    status.textContent = `${answer.status}, ${answer.milliseconds} ms`;
    form.querySelector('.answer').textContent = answer.text;
  } catch {
    status.textContent = NO_ANSWER;
    form.querySelector('.answer').textContent = '';
  }
}

async function call(method, address, body, headers = {}) {
  const began = performance.now();
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers: {
      Accept: 'application/json, application/problem+json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body }),
  });
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - began);
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const parsed = isJson && text ? JSON.parse(text) : undefined;
  const shown = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
  return { status: response.status, milliseconds, text: shown, body: parsed };
}

/** The same request for a terminal, with the token as a variable. */
function commandFor(method, address, body, headers) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} -H "Authorization: Bearer $TOKEN"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`-H 'Content-Type: application/json' -d ${quoted(body)}`] : []),
    quoted(`${location.origin}${address}`),
  ].join(' \\\n  ');
}

async function whileBusy(form, work) {
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    await work();
  } finally {
    button.disabled = false;
  }
}
