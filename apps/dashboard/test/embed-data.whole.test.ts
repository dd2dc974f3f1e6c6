import { ANN, BEN } from '@funnel/fixtures';
import { revokePersonalToken } from '@funnel/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Browser } from './support/browser.ts';
import { exchange, serverToken, viewToken } from './support/embedding.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let ofWebsite: string;
let ofCampaign: string;
beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  // A second campaign of the website with something below it.
  const { sql } = product.database;
  await sql`insert into variants (website_id, id, campaign_id, variation) values (11, 205, 103, 'a')`;
  await sql`insert into steps (website_id, id, variant_id, position) values (11, 305, 205, 1)`;
  await sql`insert into elements (website_id, id, step_id, element_type, position) values (11, 405, 305, 'quiz', 1)`;
  ofWebsite = await viewToken(product, { website_id: 11 });
  ofCampaign = await viewToken(product, { website_id: 11, campaign_id: 101 });
});
afterAll(() => product.stop());
beforeEach(() => void product.asked.splice(0));

const ask = (path: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}/embed/data${path}`, {
    headers: {
      'x-funnel-dashboard': '1',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
/** A refusal, and no number of any report. */
const expectNoNumber = async (answer: Response, status: number) => {
  const body = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  expect(Object.keys(body).sort()).toEqual(expect.not.arrayContaining(['data', 'website', 'report']));
  return body;
};

describe('a token of a website', () => {
  test.each([
    '/reports/website?website_id=11',
    '/reports/campaigns?website_id=11',
    '/reports/campaigns/101?website_id=11&notes=true&extras=true',
    '/reports/variants/201?website_id=11',
    '/reports/steps/301?website_id=11',
    '/reports/elements/401?website_id=11',
    '/reports/experiments?website_id=11',
    '/reports/website/insights?website_id=11',
  ])('gets %s, the same bytes as from the REST API', async (path) => {
    const given = await ask(path, ofWebsite);
    const expected = await fetch(`${product.restUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${ofWebsite}` },
    });
    expect([given.status, expected.status]).toEqual([200, 200]);
    expect(await given.text()).toBe(await expected.text());
    expect(given.headers.getSetCookie()).toEqual([]);
    expect(given.headers.get('access-control-allow-origin')).toBeNull();
    expect(given.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('gets no other website, whatever the address says', async () => {
    for (const path of [
      '/reports/website?website_id=12',
      '/reports/website?website_id=21',
      '/reports/website?website_id=999',
      '/reports/campaigns?website_id=21',
      '/reports/campaigns/102?website_id=21',
      '/reports/campaigns/102?website_id=11',
    ])
      await expectNoNumber(await ask(path, ofWebsite), 404);
    const all = (await (await ask('/reports/websites', ofWebsite)).json()) as { websites: { id: number }[] };
    expect(all.websites.map(({ id }) => id)).toEqual([11]);
  });

  test('reaches nothing but reports', async () => {
    for (const path of [
      '/contacts',
      '/websites',
      '/websites/11',
      '/areas',
      '',
      '/',
      '/reports',
      '/../api/v1/contacts',
    ])
      expect([path, (await ask(path, ofWebsite)).status]).toEqual([path, 404]);
    expect(product.asked).toEqual([]);
    for (const path of [
      '/api/v1/contacts?website_id=11',
      '/api/v1/websites/11',
      '/api/v1/areas?website_id=11',
    ]) {
      const headers = { authorization: `Bearer ${ofWebsite}` };
      const answer = await fetch(`${product.restUrl}${path}`, { headers });
      expect([path, answer.status >= 400]).toEqual([path, true]);
    }
  });
});

describe('a token of a campaign', () => {
  test.each([
    '/reports/campaigns/101?website_id=11',
    '/reports/variants/201?website_id=11',
    '/reports/steps/301?website_id=11',
    '/reports/elements/401?website_id=11',
  ])('gets %s', async (path) => {
    expect((await ask(path, ofCampaign)).status).toBe(200);
  });

  test.each([
    '/reports/website?website_id=11',
    '/reports/campaigns?website_id=11',
    '/reports/experiments?website_id=11',
    '/reports/website/insights?website_id=11',
    '/reports/websites',
    '/reports/account/performance',
    '/beyond-v1/website/insights?website_id=11&week=2026-11-02',
    '/beyond-v1/website/insights/weeks?website_id=11',
  ])('gets nothing of %s', async (path) => {
    await expectNoNumber(await ask(path, ofCampaign), 403);
  });

  test('gets no other campaign, and nothing of one', async () => {
    expect((await ask('/reports/elements/405?website_id=11', ofWebsite)).status).toBe(200);
    for (const path of [
      '/reports/campaigns/103',
      '/reports/campaigns/102',
      '/reports/variants/205',
      '/reports/steps/305',
      '/reports/elements/405',
      '/reports/variants/999',
      '/reports/elements/999',
    ])
      await expectNoNumber(await ask(`${path}?website_id=11`, ofCampaign), 404);
    await expectNoNumber(await ask('/reports/campaigns/101?website_id=12', ofCampaign), 404);
    await expectNoNumber(await ask('/reports/campaigns/101?website_id=21', ofCampaign), 404);
  });
});

describe('no number', () => {
  const PATH = '/reports/website?website_id=11';

  test('without a token, and nobody is asked', async () => {
    const answer = await ask(PATH);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="dashboard"');
    expect(await expectNoNumber(answer, 401)).toMatchObject({ detail: 'There is no token.' });
    expect(product.asked).toEqual([]);
  });

  test('for the session of a person', async () => {
    const browser = new Browser();
    await browser.signIn(`${product.url}/`, ANN);
    product.asked.splice(0);
    const answer = await browser.ask(`${product.url}/embed/data${PATH}`);
    expect(answer.status).toBe(401);
    expect(product.asked).toEqual([]);
    // And a view token opens no page and no data of the session's path.
    const headers = { authorization: `Bearer ${ofWebsite}`, 'x-funnel-dashboard': '1' };
    expect((await fetch(`${product.url}/data${PATH}`, { headers })).status).toBe(401);
  });

  test('for a token of a server or of a connected application', async () => {
    const personal = await serverToken(product);
    for (const token of [
      personal,
      `fnl_at_${'a'.repeat(49)}`,
      `fnl_svc_${'a'.repeat(49)}`,
      'x',
      '',
      'fnl_vt_',
      'fnl_vt_a b',
    ])
      expect(await expectNoNumber(await ask(PATH, token), 401)).toMatchObject({
        detail: "This is not a token for embedding. Never hand your server's token to a browser.",
      });
    expect(product.asked).toEqual([]);
    expect((await ask(`${PATH}&access_token=${ofWebsite}`)).status).toBe(401);
  });

  test('for a token that nobody has issued', async () => {
    await expectNoNumber(await ask(PATH, `fnl_vt_${'a'.repeat(49)}`), 401);
    await expectNoNumber(
      await ask(PATH, `${ofWebsite.slice(0, -1)}${ofWebsite.endsWith('a') ? 'b' : 'a'}`),
      401,
    );
  });

  test('after the token has ended', async () => {
    const token = await viewToken(product, { website_id: 11 });
    expect((await ask(PATH, token)).status).toBe(200);
    await product.database.sql`
      update authorization_records set expires_at = now() - interval '1 second' where id_hash = sha256(${token}::text::bytea)`;
    await expectNoNumber(await ask(PATH, token), 401);
  });

  test('after the token of the server was revoked', async () => {
    const own = await serverToken(product);
    const { access_token: token } = await exchange(product, own, { website_id: 11 });
    expect((await ask(PATH, String(token))).status).toBe(200);
    const [row] = await product.database.sql`select max(id) as id from personal_tokens`;
    expect(await revokePersonalToken(product.database, 1, Number(row?.['id']))).toBe(true);
    await expectNoNumber(await ask(PATH, String(token)), 401);
  });

  test('for another origin', async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      await expectNoNumber(await ask(PATH, ofWebsite, { 'sec-fetch-site': site }), 403);
    expect(product.asked).toEqual([]);
    expect((await ask(PATH, ofWebsite, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const preflight = await fetch(`${product.url}/embed/data${PATH}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });

  test('for a website that the server cannot ask about', async () => {
    const own = await serverToken(product, [11]);
    for (const website of [12, 21, 999])
      expect(await exchange(product, own, { website_id: website })).toMatchObject({
        error: 'invalid_target',
      });
    const ben = new Browser();
    await ben.signIn(`${product.url}/`, BEN);
    expect((await ben.ask(`${product.url}/data${PATH}`)).status).toBe(404);
  });
});

test('limits the requests of a token', async () => {
  const limited = await product.replica({ RATE_LIMIT_PER_MINUTE: '2' });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) {
    const answer = await fetch(`${limited.url}/embed/data/reports/website?website_id=11`, {
      headers: { authorization: `Bearer ${ofWebsite}`, 'x-funnel-dashboard': '1' },
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('no log has a token', async () => {
  expect(product.logged()).not.toContain('fnl_vt_');
});
