import { PASSWORD } from '@funnel/fixtures';
import { hiddenFields } from '@funnel/testing';

/** A page that was loaded. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  /** Every address on the way, the first one included. */
  way: string[];
}

/** What is sent. */
type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A browser with one jar: like a real one, it does not tell the ports of a host apart. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** The header of all cookies. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends one request. */
  async send(url: URL | string, init: Sent = {}): Promise<Response> {
    const headers = { accept: 'text/html', ...init.headers, cookie: this.cookieHeader };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Opens an address and follows where it leads. */
  async open(url: URL | string, init: Sent = {}): Promise<Page> {
    const way: string[] = [];
    let [next, current] = [new URL(url), init];
    for (;;) {
      way.push(next.href);
      const response = await this.send(next, current);
      const location = response.headers.get('location');
      if (location === null || way.length > 20) {
        const { status, headers } = response;
        return { url: next.href, status, headers, text: await response.text(), way };
      }
      [next, current] = [new URL(location, next), {}];
    }
  }

  /** Sends the first form of a page. */
  submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form[^>]*\baction="([^"]*)"/i.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ csrf: hiddenFields(page.text).csrf, ...fields });
    return this.open(new URL(action.replaceAll('&amp;', '&'), page.url), { method: 'POST', body });
  }

  /** Opens a page of the dashboard and signs in on the way. */
  async signIn(url: URL | string, email: string): Promise<Page> {
    const page = await this.open(url);
    return page.text.includes('name="password"') ? this.submit(page, { email, password: PASSWORD }) : page;
  }

  /** Asks as the script of the page does. */
  ask(url: URL | string, headers: Record<string, string> = {}): Promise<Response> {
    const own = { accept: '*/*', 'x-funnel-dashboard': '1', 'sec-fetch-site': 'same-origin' };
    return this.send(url, { headers: { ...own, ...headers } });
  }
}

/** The ids of the websites that a browser sees. */
export async function websitesOf(browser: Browser, url: string): Promise<number[] | number> {
  const response = await browser.ask(`${url}/data/reports/websites`);
  if (response.status !== 200) return response.status;
  const { websites } = (await response.json()) as { websites: { id: number }[] };
  return websites.map(({ id }) => id);
}
