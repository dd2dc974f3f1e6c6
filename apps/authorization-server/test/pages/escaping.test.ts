import { errorPage } from '@funnel/pages';
import { describe, expect, test } from '@jest/globals';
import { consentPage } from '../../src/pages/consent-page.ts';
import { loginPage } from '../../src/pages/login-page.ts';

const EVIL = `"><script>alert(1)</script>'\`&<img src=x onerror=alert(1)>`;

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
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<img');
    // After removing all attributes, no quote is left that could start one.
    expect(page.replaceAll(/ [\w-]+="[^"<>]*"/g, '')).not.toMatch(/<[^>]*"/);
  });

  test('has no scripts and no links to other hosts', () => {
    for (const page of Object.values(pages)) {
      expect(page).not.toMatch(/(src|href)="(?!\/assets\/|\/favicon\.svg"|\/")/);
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
