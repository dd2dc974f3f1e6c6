import { describe, expect, test } from '@jest/globals';
import { consentPage } from '../../src/pages/consent-page.ts';
import { html } from '@funnel/service';
import { loginPage } from '../../src/pages/login-page.ts';
import { errorPage } from '../../src/pages/message-pages.ts';

const EVIL = `"><script>alert(1)</script>'\`&<img src=x onerror=alert(1)>`;
const SPECIAL = ['<', '>', '"', "'", '&', '`', 'a', ' ', '/', '=', 'é', '\u2028', '😀'];

describe('html', () => {
  test('escapes any text for text content and quoted attributes', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const text = randomText(seed);
      const markup = html`${text}`.toString();
      expect(markup).not.toMatch(/[<>"'`]/);
      expect(unescape(markup)).toBe(text);
    }
  });

  test('keeps nested markup and omits empty values', () => {
    expect(html`<ul>${[html`<li>a</li>`, html`<li>${'<'}</li>`]}</ul>`.toString()).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>',
    );
    expect(html`${undefined}${null}${false}${''}${0}`.toString()).toBe('0');
  });

  test('does not interpret backslashes or replacement patterns in values', () => {
    expect(html`<p>${String.raw`\n$&$1`}</p>`.toString()).toBe(String.raw`<p>\n$&amp;$1</p>`);
  });
});

describe('a page', () => {
  const pages = {
    login: loginPage({ csrf: EVIL, action: EVIL, email: EVIL, error: EVIL, clientName: EVIL }),
    error: errorPage({ title: EVIL, detail: EVIL, requestId: EVIL }),
    consent: consentPage({
      csrf: EVIL,
      action: EVIL,
      client: { name: EVIL, uri: `https://x.example/${EVIL}`, redirectHost: EVIL, isLoopback: false },
      resourceName: EVIL,
      scopes: [{ scope: EVIL, text: EVIL }],
      websites: [{ id: 1, name: EVIL, accountId: 1, accountName: EVIL }],
      person: { email: EVIL },
      error: EVIL,
    }),
  };

  test.each(Object.entries(pages))('escapes the names of clients, websites and people: %s', (_name, page) => {
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    // After removing all attributes, no quote is left that could start one.
    expect(page.replaceAll(/ [\w-]+="[^"<>]*"/g, '')).not.toMatch(/<[^>]*"/);
  });

  test('has no scripts and no links to other hosts', () => {
    for (const page of Object.values(pages)) {
      expect(page).not.toMatch(/(src|href)="(?!\/assets\/|data:image\/svg)/);
      expect(page).not.toMatch(/ style=| on\w+="/);
    }
  });
});

describe('the consent page', () => {
  const options = {
    csrf: 'c',
    action: '/interaction/1/consent',
    client: { name: 'Assistant', redirectHost: '127.0.0.1:41096', isLoopback: true },
    resourceName: 'your reports',
    scopes: [{ scope: 'reports', text: 'Read reports' }],
    person: { email: 'ann@example.com' },
  };
  const shop = { id: 1, name: 'shop.example', accountId: 1, accountName: 'Shop' };
  const blog = { id: 2, name: 'blog.example', accountId: 1, accountName: 'Shop' };
  const checked = (page: string) => [...page.matchAll(/value="(\d+)" checked/g)].map(([, id]) => Number(id));

  test('lists all websites and preselects one only if it is the only one', () => {
    const several = consentPage({ ...options, websites: [shop, blog] });
    expect(several).toContain('shop.example');
    expect(several).toContain('blog.example');
    expect(checked(several)).toEqual([]);
    expect(checked(consentPage({ ...options, websites: [shop] }))).toEqual([1]);
    expect(checked(consentPage({ ...options, websites: [shop, blog], selectedIds: [2] }))).toEqual([2]);
  });

  test('describes a loopback address as an application on this computer', () => {
    expect(consentPage({ ...options, websites: [shop] })).toContain('an application on this computer');
    const remote = { ...options.client, redirectHost: 'app.example', isLoopback: false };
    expect(consentPage({ ...options, client: remote, websites: [shop] })).not.toContain('on this computer');
  });

  test('has no Allow button for a person without websites, and explains what to do', () => {
    const page = consentPage({ ...options, websites: [] });
    expect(page).not.toContain('value="allow"');
    expect(page).toContain('value="deny"');
    expect(page).toContain('Ask an administrator');
  });

  test('shows the homepage of a client as text, if it is a web address', () => {
    const withUri = (uri: string) =>
      consentPage({ ...options, client: { ...options.client, uri }, websites: [shop] });
    expect(withUri('https://assistant.example/about')).toContain('assistant.example/about');
    expect(withUri('javascript:alert(1)')).not.toContain('alert');
  });
});

function randomText(seed: number): string {
  let state = seed * 2_654_435_761;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return Array.from({ length: next() % 30 }, () => SPECIAL[next() % SPECIAL.length]).join('');
}

function unescape(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' };
  return markup.replaceAll(/&([\w#]+);/g, (_all, name: string) => entities[name] ?? '?');
}
