import { onSecurityEvent } from '@funnel/db';
import { ANN, BEN, NORA, PASSWORD_HASH } from '@funnel/fixtures';
import { createUser, listSecurityEvents } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Browser, websitesOf } from './support/browser.ts';
import { createSealer } from '../src/sealed.ts';
import { type Product, SEALING_KEY, startProduct } from './support/product.ts';

let product: Product;
let ann: Browser;
beforeAll(async () => {
  product = await startProduct();
  ann = await signedIn(ANN);
});
afterAll(() => product.stop());
beforeEach(() => product.database.sql`update accounts set embed_origins = '{}'`);

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, email);
  return browser;
}

const address = (path = '') => `${product.url}/embedding${path}`;
const post = (browser: Browser, path: string, fields: Record<string, string>, headers = {}) =>
  browser.send(address(path), { method: 'POST', body: new URLSearchParams(fields), headers });
const save = async (browser: Browser, account: number | string, origins: string) => {
  const { csrf } = hiddenFields((await browser.open(address())).text);
  return post(browser, `/${account}`, { csrf, origins });
};
const stored = async () => {
  const [row] = await product.database.sql`select embed_origins from accounts where id = 1`;
  return row?.['embed_origins'] as string[];
};

/** Leaves the sessions as the version before has stored them. */
async function forgetWhatWasAsked(): Promise<void> {
  const sealer = createSealer(Buffer.from(SEALING_KEY, 'base64'));
  const { sql } = product.database;
  for (const row of await sql`select id_hash, sealed from dashboard_sessions`) {
    const { asked: _asked, ...before } = sealer.open('tokens', row['sealed'] as Buffer) as Record<
      string,
      unknown
    >;
    await sql`update dashboard_sessions set sealed = ${sealer.seal('tokens', before)} where id_hash = ${row['id_hash'] as Buffer}`;
  }
}

test('an owner says where the reports may be shown', async () => {
  const answer = await save(
    ann,
    1,
    ' https://App.Example.com/ \r\n\r\nhttp://localhost:4000\nhttps://app.example.com',
  );
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/embedding?notice=changed']);
  expect(await stored()).toEqual(['https://app.example.com', 'http://localhost:4000']);
  const { text } = await ann.open(address('?notice=changed'));
  expect(text).toContain('https://app.example.com\nhttp://localhost:4000</textarea>');
  expect(text).toContain('Saved.');
  expect((await save(ann, 1, ' \n ')).status).toBe(303);
  expect(await stored()).toEqual([]);
});

test('leads to the other pages of the account, and they and the reports lead here', async () => {
  const { text } = await ann.open(address());
  expect(text).toContain('<a href="/embedding" aria-current="page">');
  expect(text).toContain(`href="${product.server.url}/tokens"`);
  expect((await ann.open(`${product.url}/`)).text).toContain('href="/embedding"');
  expect((await ann.open(`${product.server.url}/tokens`)).text).toContain(`href="${address()}"`);
});

test('opens after a sign-in, also from its address at the authorization server', async () => {
  for (const from of [address(), `${product.server.url}/embedding`]) {
    const page = await new Browser().signIn(from, ANN);
    expect([page.status, page.url]).toEqual([200, address()]);
    expect(page.text).toContain('<h1>Embedding</h1>');
  }
});

test('an owner of an account without websites sets its origins as well', async () => {
  const nora = await signedIn(NORA);
  expect((await save(nora, 3, 'https://new.example')).status).toBe(303);
  expect((await nora.open(address())).text).toContain('https://new.example</textarea>');
});

test('has the headers of a page', async () => {
  const { headers } = await ann.open(address());
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('nothing is changed', () => {
  beforeEach(() => save(ann, 1, 'https://app.example.com'));
  const expectUnchanged = async () => expect(await stored()).toEqual(['https://app.example.com']);

  test.each(['http://example.com', '</textarea><script>alert(1)</script>'])(
    'by %s, and the form keeps what was written',
    async (origin) => {
      const answer = await save(ann, 1, `https://fine.example\n${origin}`);
      const text = await answer.text();
      expect(answer.status).toBe(422);
      expect(text).toContain('Nothing was changed.');
      expect(text).toContain('aria-invalid="true"');
      expect(text).toContain('https://fine.example\n');
      expect(text).not.toContain('<script>');
      await expectUnchanged();
    },
  );

  test('by an owner of another account, for an account that does not exist, or without a number', async () => {
    const ben = await signedIn(BEN);
    for (const account of [1, 999, 'abc']) {
      const refused = [
        await save(ben, account, 'https://evil.example'),
        await save(ben, account, 'nonsense'),
      ];
      expect([account, ...refused.map(({ status }) => status)]).toEqual([account, 404, 404]);
    }
    await expectUnchanged();
  });

  test.each(['member', 'reader'] as const)('by a %s, who sees that the owner decides', async (role) => {
    const email = `${role}-of-one@example.com`;
    await createUser(product.database, {
      email,
      passwordHash: PASSWORD_HASH,
      accountId: 1,
      role,
      isVerified: true,
    });
    const browser = await signedIn(email);
    const { text } = await browser.open(address());
    expect(text).toContain('You do not own an account.');
    expect(text).not.toContain('app.example.com<');
    expect((await save(browser, 1, 'https://evil.example')).status).toBe(404);
    await expectUnchanged();
  });

  test('without the token of the form, by a form of another website, or without a session', async () => {
    const origins = 'https://evil.example';
    const { csrf } = hiddenFields((await ann.open(address())).text);
    expect((await post(ann, '/1', { origins })).status).toBe(403);
    expect((await post(ann, '/1', { csrf, origins }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post(new Browser(), '/1', { csrf, origins })).status).toBe(401);
    await expectUnchanged();
  });

  test('by a form without a list, or with two', async () => {
    const { csrf } = hiddenFields((await ann.open(address())).text);
    const form = await post(ann, '/1', { csrf });
    const text = await form.text();
    expect([form.status, text.includes('Nothing was changed.')]).toEqual([422, true]);
    expect(text).toContain('https://app.example.com</textarea>');
    const body = new URLSearchParams([
      ['csrf', csrf ?? ''],
      ['origins', 'https://a.example'],
      ['origins', 'https://b.example'],
    ]);
    expect((await ann.send(address('/1'), { method: 'POST', body })).status).toBe(422);
    await expectUnchanged();
  });

  test('by a form that cannot be unpacked, which is told in words for a form', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const form = await post(ann, '/1', { origins: '' }, headers);
    const text = await form.text();
    expect([form.status, text.includes('The form was not accepted'), text.includes('JSON')]).toEqual([
      422,
      true,
      false,
    ]);
    await expectUnchanged();
  });

  test('with a null character', async () => {
    const { csrf } = hiddenFields((await ann.open(address())).text);
    const form = await post(ann, '/1', { csrf, origins: 'https://evil.example\0' });
    expect(form.status).toBe(422);
    expect(await form.text()).toContain('null character');
    await expectUnchanged();
  });

  test('by reading', async () => {
    expect((await ann.send(address('/1'))).status).toBe(405);
    expect((await ann.send(address(), { method: 'PUT' })).status).toBe(405);
    await expectUnchanged();
  });
});

describe('a session', () => {
  test('from before these pages goes on for reports, and is sent through the sign-in once for a page', async () => {
    const browser = await signedIn(ANN);
    // As the version before has stored it, and what its grant allowed.
    await forgetWhatWasAsked();
    await product.database.sql`
      update authorization_records set payload = payload || '{"scope": "reports"}'
      where model = 'AccessToken' and payload ->> 'clientId' = 'funnel-dashboard'`;
    expect(await websitesOf(browser, product.url)).toEqual([11, 12, 31]);
    const origins = 'https://app.example.com';
    const { csrf } = hiddenFields((await browser.open(`${product.url}/`)).text);
    const form = await post(browser, '/1', { csrf, origins });
    expect([form.status, (await form.text()).includes('href="/sign-in?to=%2Fembedding"')]).toEqual([
      403,
      true,
    ]);
    const page = await browser.open(address());
    expect([page.status, page.url]).toEqual([200, address()]);
    expect(page.way.some((step) => step.includes('/authorize?'))).toBe(true);
    expect((await browser.open(address())).way).toHaveLength(1);
  });

  test('that may not see it after a sign-in either is told so, and not sent around', async () => {
    const browser = await signedIn(ANN);
    product.replaceRest((_req, res) => void res.writeHead(403).end('{}'));
    try {
      const page = await browser.open(address());
      expect([page.status, page.way.length, page.text.includes('Sign in again')]).toEqual([403, 1, true]);
    } finally {
      product.replaceRest(undefined);
    }
  });

  test('that is weaker than an account has come to require sees neither page nor reports', async () => {
    const browser = await signedIn(ANN);
    const { csrf } = hiddenFields((await browser.open(address())).text);
    await product.database.sql`update accounts set second_factor_required = true where id = 1`;
    try {
      const form = await post(browser, '/1', { csrf, origins: 'https://evil.example' });
      expect(form.status).toBe(401);
      expect(await stored()).toEqual([]);
      const page = await browser.open(address());
      expect([page.status, page.text.includes('second factor')]).toEqual([403, true]);
      expect(await websitesOf(browser, product.url)).toBe(401);
    } finally {
      await product.database.sql`update accounts set second_factor_required = false`;
    }
  });
});

test('records who did it and from where, as the authorization server did', async () => {
  const logged: unknown[] = [];
  const stop = onSecurityEvent((event) => event.kind === 'embed_origins_changed' && logged.push(event));
  await save(ann, 1, 'https://app.example.com');
  stop();
  const said = { kind: 'embed_origins_changed', accountId: 1, actorId: 1, address: '127.0.0.1' };
  expect(logged).toMatchObject([said]);
  const [event] = await listSecurityEvents(product.database, { kinds: ['embed_origins_changed'], limit: 1 });
  expect(event).toMatchObject({ ...said, clientId: null, details: { origins: ['https://app.example.com'] } });
});

test('says it on a page when the REST API does not answer', async () => {
  product.replaceRest((_req, res) => void res.writeHead(500).end('{}'));
  try {
    const page = await ann.open(address());
    expect([page.status, page.text.includes('Something went wrong')]).toEqual([503, true]);
  } finally {
    product.replaceRest(undefined);
  }
});
