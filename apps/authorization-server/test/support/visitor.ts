import { hiddenFields } from './form.ts';
import { PASSWORD } from './people-app.ts';

export interface Choice {
  email: string;
  password?: string;
  websiteIds?: readonly number[];
  decision?: 'allow' | 'deny';
}

interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Somebody with a browser, without the browser: keeps cookies by path, follows redirects within the server. */
export class Visitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, { name: string; path: string; value: string }>();
  /** Every value that a cookie ever had. */
  readonly cookieValues: string[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** From a client's request to where the answer goes, or to the page where it ends. */
  async authorize(url: URL | string, choice: Choice): Promise<URL> {
    const page = await this.goToConsent(url, choice);
    if (page.url.startsWith(this.#origin) && page.status === 200) {
      const answer = await this.consent(page, choice);
      return new URL(answer.url);
    }
    return new URL(page.url);
  }

  async goToConsent(url: URL | string, { email, password = PASSWORD }: Choice): Promise<Page> {
    const page = await this.get(url);
    if (!page.text.includes('name="password"')) return page;
    return this.post(page.url, { ...hiddenFields(page.text), email, password });
  }

  async consent(page: Page, { websiteIds = [11], decision = 'allow' }: Choice): Promise<Page> {
    const website_ids = websiteIds.map(String);
    const answer = await this.post(page.url, { csrf: hiddenFields(page.text).csrf, website_ids, decision });
    const next = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.text)?.[1];
    return next ? this.get(next) : answer;
  }

  get(url: URL | string): Promise<Page> {
    return this.#follow(new URL(url, this.#origin), {});
  }

  post(url: URL | string, fields: Record<string, string | string[]>): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) body.append(name, one);
    }
    return this.#follow(new URL(url, this.#origin), { method: 'POST', body });
  }

  async #follow(url: URL, init: RequestInit): Promise<Page> {
    const headers = { cookie: this.#cookieHeader(url.pathname), accept: 'text/html' };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.#keepCookies(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location) {
      const next = new URL(location, url);
      if (next.origin === this.#origin) return this.#follow(next, {});
      return { url: next.href, status: response.status, headers: response.headers, text: '' };
    }
    return { url: url.href, status: response.status, headers: response.headers, text: await response.text() };
  }

  #cookieHeader(pathname: string): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const isOver = /expires=Thu, 01 Jan 1970/i.test(line) || value === '';
      if (isOver) this.#cookies.delete(`${name} ${path}`);
      else {
        this.#cookies.set(`${name} ${path}`, { name, path, value });
        this.cookieValues.push(value);
      }
    }
  }
}
