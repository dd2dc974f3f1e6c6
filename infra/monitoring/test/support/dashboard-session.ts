import { CookieJar, formAction, hiddenFields } from '@funnel/testing';

/** What the script of a page sends with its questions. */
const SCRIPT = { accept: '*/*', 'x-funnel-dashboard': '1', 'sec-fetch-site': 'same-origin' };
const MAX_HOPS = 12;

/** Signs in to a dashboard without a browser. Returns the headers with which a script of its pages asks. */
export async function signInToDashboard(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Record<string, string>> {
  const jars = new Map<string, CookieJar>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new CookieJar();
    jars.set(origin, jar);
    return jar;
  };
  const open = async (address: URL, init: RequestInit = {}, hops = 0): Promise<{ at: URL; text: string }> => {
    const jar = jarOf(address.origin);
    const headers = { cookie: jar.headerFor(address.pathname), accept: 'text/html' };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    jar.keep(response.headers.getSetCookie());
    const text = await response.text();
    const location = response.headers.get('location');
    if (location === null || hops === MAX_HOPS) return { at: address, text };
    return open(new URL(location, address), {}, hops + 1);
  };

  const { origin } = new URL(url);
  let page = await open(new URL(url));
  if (page.text.includes('name="password"')) {
    const body = new URLSearchParams({ ...hiddenFields(page.text), email, password });
    page = await open(new URL(formAction(page.text), page.at), { method: 'POST', body });
  }
  if (page.at.origin !== origin)
    throw new Error(`The sign-in ended at ${page.at.pathname}: ${page.text.slice(0, 500)}`);
  return { ...SCRIPT, cookie: jarOf(origin).headerFor('/') };
}
