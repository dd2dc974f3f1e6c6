/** A person at the authorization server's pages: logs in, picks websites, allows. Follows redirects as a browser does. */
export interface Person {
  email: string;
  password: string;
  /** The websites to tick at consent. */
  websiteIds: readonly number[];
}

interface Page {
  url: URL;
  html: string;
}

const MAX_PAGES = 20;

/** Opens an authorization request and resolves with the address that the client is sent back to. */
export async function grantAccess(
  authorizationUrl: string | URL,
  person: Person,
  callbackOrigin: string,
): Promise<URL> {
  const jar = new Map<string, string>();
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(authorizationUrl) };
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const response = await visit(jar, next.url, next.form);
    const location = response.headers.get('location');
    if (location) {
      const target = new URL(location, next.url);
      if (target.origin === callbackOrigin) return target;
      next = { url: target };
      continue;
    }
    const html = await response.text();
    if (!response.ok)
      throw new Error(`${next.url.pathname} answered ${response.status}: ${html.slice(0, 500)}`);
    const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
    next = refresh ? { url: new URL(decoded(refresh), next.url) } : fillIn({ url: next.url, html }, person);
  }
  throw new Error(`No way back to ${callbackOrigin} after ${MAX_PAGES} pages`);
}

function visit(jar: Map<string, string>, url: URL, form: URLSearchParams | undefined): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(form ? { origin: url.origin } : {}) };
  return fetch(url, {
    method: form ? 'POST' : 'GET',
    headers,
    redirect: 'manual',
    ...(form ? { body: form } : {}),
  }).then((response) => {
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return response;
  });
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const [name = '', ...value] = pair.split('=');
  const expires = attributes.find((attribute) => /^\s*(expires|max-age)=/i.test(attribute));
  const isGone =
    expires !== undefined && (/max-age=0/i.test(expires) || Date.parse(expires.split('=')[1] ?? '') <= 0);
  if (isGone) jar.delete(name.trim());
  else jar.set(name.trim(), value.join('='));
}

/** The form of the page with what a person enters: the login, or the consent. */
function fillIn({ url, html }: Page, person: Person): { url: URL; form: URLSearchParams } {
  const [, attributes = '', body = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/i.exec(html) ?? [];
  if (!body) throw new Error(`${url.pathname} has no form: ${html.slice(0, 500)}`);
  const form = new URLSearchParams();
  for (const [input] of body.matchAll(/<input[^>]*>/gi)) {
    if (attributeOf(input, 'type') === 'hidden')
      form.append(attributeOf(input, 'name'), attributeOf(input, 'value'));
  }
  if (/type="password"/i.test(body)) {
    form.set('email', person.email);
    form.set('password', person.password);
  } else {
    for (const id of person.websiteIds) form.append('website_ids', String(id));
    form.set('decision', 'allow');
  }
  return { url: new URL(attributeOf(attributes, 'action') || url.href, url), form };
}

function attributeOf(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag) ?? [];
  return decoded(value);
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
