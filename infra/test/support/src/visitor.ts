import { CookieJar } from './cookie-jar.ts';
import { formAction, hiddenFields, refreshTarget } from './page-form.ts';

/** What a person enters on the authorization server's pages. */
export interface Choice {
  email: string;
  password?: string;
  /** The websites to select at consent. */
  websiteIds?: readonly number[];
  decision?: 'allow' | 'deny';
}

/** A page that was loaded. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** A person without a browser: keeps cookies, fills in forms and follows redirects on the same server. */
export class Visitor {
  readonly #origin: string;
  readonly #defaults: Omit<Choice, 'email'>;
  readonly #jar = new CookieJar();

  /** `defaults` is used for everything that a choice leaves out. */
  constructor(origin: string, defaults: Omit<Choice, 'email'> = {}) {
    this.#origin = origin;
    this.#defaults = defaults;
  }

  /** All values that cookies have had. */
  get cookieValues(): readonly string[] {
    return this.#jar.values;
  }

  /** Logs in and grants access; resolves with the address of the redirect back, or of the last page. */
  async authorize(url: URL | string, choice: Choice): Promise<URL> {
    return new URL((await this.answer(url, choice)).url);
  }

  /** The same, with the content of the page. */
  async answer(url: URL | string, choice: Choice): Promise<Page> {
    const page = await this.goToConsent(url, choice);
    const isHere = page.url.startsWith(this.#origin) && page.status === 200;
    return isHere ? this.consent(page, choice) : page;
  }

  async goToConsent(url: URL | string, choice: Choice): Promise<Page> {
    const { email, password = '' } = { ...this.#defaults, ...choice };
    const page = await this.get(url);
    return page.text.includes('name="password"') ? this.#submit(page, { email, password }) : page;
  }

  async consent(page: Page, choice: Choice): Promise<Page> {
    const { websiteIds = [], decision = 'allow' } = { ...this.#defaults, ...choice };
    const answer = await this.#submit(page, { website_ids: websiteIds.map(String), decision });
    const next = refreshTarget(answer.text);
    return next ? this.get(next) : answer;
  }

  get(url: URL | string): Promise<Page> {
    return this.#follow(new URL(url, this.#origin), {});
  }

  post(url: URL | string, fields: Record<string, string | readonly string[]>): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) body.append(name, one);
    }
    return this.#follow(new URL(url, this.#origin), { method: 'POST', body });
  }

  #submit({ url, text }: Page, entered: Record<string, string | readonly string[]>): Promise<Page> {
    return this.post(new URL(formAction(text), url), { ...hiddenFields(text), ...entered });
  }

  async #follow(url: URL, init: RequestInit): Promise<Page> {
    const headers = { cookie: this.#jar.headerFor(url.pathname), accept: 'text/html' };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.#jar.keep(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location) {
      const next = new URL(location, url);
      if (next.origin === this.#origin) return this.#follow(next, {});
      return { url: next.href, status: response.status, headers: response.headers, text: '' };
    }
    return { url: url.href, status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** A person who logs in and grants access. */
export interface Person {
  email: string;
  password: string;
  /** The websites to select at consent. */
  websiteIds: readonly number[];
}

/** Opens an authorization request, logs in and grants access; resolves with the address of the redirect back. */
export async function grantAccess(
  authorizationUrl: string | URL,
  person: Person,
  callbackOrigin: string,
): Promise<URL> {
  const page = await new Visitor(new URL(authorizationUrl).origin).answer(authorizationUrl, person);
  const url = new URL(page.url);
  if (url.origin !== callbackOrigin)
    throw new Error(`${url.pathname} answered ${page.status}: ${page.text.slice(0, 500)}`);
  return url;
}
