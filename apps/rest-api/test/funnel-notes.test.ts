import { examplePath, SHOP_OPERATIONS } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const SCOPES = ['reports', 'areas:read', 'ctas:read', 'contacts:read', 'contacts:write', 'websites:read'];

let rest: RestApp;
let token: string;
/** Websites 11 and 12 are in EUR, 21 is in USD. */
let both: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [11], scopes: SCOPES }));
  ({ token: both } = await rest.token({ websiteIds: [11, 12, 21] }));
});
afterAll(() => rest.stop());

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const strictly = (path: string, credential = token) =>
  rest.get(credential, path).set('Prefer', 'handling=strict');
const notesOf = async (path: string, credential = token) =>
  (await rest.get(credential, path).expect(200)).headers['funnel-notes'];

const READS = SHOP_OPERATIONS.filter(({ method }) => method === 'GET').map(examplePath);

describe.each(READS)('%s', (path) => {
  test('names an unknown parameter in Funnel-Notes, also on HEAD, and changes nothing else', async () => {
    const plain = await rest.get(token, path).expect(200);
    expect(plain.headers['funnel-notes']).toBeUndefined();
    const asked = withQuery(path, 'start_date=2026-01-01');
    const noted = await rest.get(token, asked).expect(200);
    expect(noted.headers['funnel-notes']).toBe('unknown_parameter; name=start_date');
    expect(noted.headers['preference-applied']).toBeUndefined();
    expect(noted.text).toBe(plain.text);
    const head = await rest.send('head', `Bearer ${token}`, asked).expect(200);
    expect(head.headers['funnel-notes']).toBe('unknown_parameter; name=start_date');
  });

  test('rejects an unknown parameter with Prefer: handling=strict, and only that', async () => {
    const accepted = await strictly(withQuery(path, 'format=json&notes=false')).expect(200);
    expect(accepted.headers['preference-applied']).toBe('handling=strict');
    const { body, headers } = await strictly(withQuery(path, 'start_date=2026-01-01')).expect(422);
    expect(body).toMatchObject({
      code: 'unknown_parameter',
      parameter: 'start_date',
      allowed: expect.arrayContaining(['format', 'notes']),
    });
    expect(headers['preference-applied']).toBe('handling=strict');
    expect(headers['cache-control']).toBe('no-store');
  });
});

test('a write that is refused has changed nothing', async () => {
  const send = (method: 'post' | 'delete', path: string) =>
    rest.send(method, `Bearer ${token}`, path).set('Prefer', 'handling=strict');
  const { body } = await send('post', '/contacts?mail=1').send({ email: 'strict@example.com' }).expect(422);
  expect(body).toMatchObject({
    code: 'unknown_parameter',
    parameter: 'mail',
    allowed: ['website_id', 'format', 'notes', 'extras', 'compare'],
  });
  expect((await rest.get(token, '/contacts?email=strict@example.com').expect(200)).body).toEqual([]);
  await send('post', '/contacts').send({ email: 'strict@example.com' }).expect(201);
  const refused = await send('delete', '/contacts?email=strict@example.com&force=1').expect(422);
  expect(refused.body).toMatchObject({ code: 'unknown_parameter', parameter: 'force' });
  const deleted = await rest
    .send('delete', `Bearer ${token}`, '/contacts?email=strict@example.com&phone=%2B4930123456&force=1')
    .expect(200);
  expect(deleted.headers['funnel-notes']).toBe('unknown_parameter; name=force, unused_parameter; name=phone');
});

test('the error names the nearest parameter, before it complains about values', async () => {
  const { body } = await strictly('/reports/website?range_strat=2026-01-01&range_end=2026-01-31').expect(422);
  expect(body).toMatchObject({ code: 'unknown_parameter', parameter: 'range_strat' });
  expect(body.detail).toBe('range_strat is not a parameter here. Did you mean range_start?');
});

test('strict handling comes after the credential, the scope and the website', async () => {
  const path = '/reports/website?start_date=1';
  await strictly(path, 'nonsense').expect(401);
  const { token: other } = await rest.token({ websiteIds: [11], scopes: ['ctas:read'] });
  await strictly(path, other).expect(403);
  await strictly(path, both).expect(400);
  await strictly(`${path}&website_id=99`).expect(404);
  await strictly('/reports/campaigns/999?start_date=1').expect(422);
});

test('only unknown parameters are errors: one without effect is not', async () => {
  const { headers } = await strictly(
    '/reports/website?timeframe=all_time&range_start=2026-01-01&previous_period=true',
  ).expect(200);
  expect(headers['funnel-notes']).toBe(
    'unused_parameter; name=range_start, unused_parameter; name=previous_period',
  );
});

test.each([
  ['timeframe=last_7_days&range_start=2026-01-01&range_end=x', 'range_start range_end'],
  ['timeframe=all_time&previous_period=1', 'previous_period'],
  ['timeframe=insights_week&count_type=total&previous_period=true', 'count_type previous_period'],
  ['timeframe=all_time&previous_period=0', ''],
  ['range_start=2026-01-01&range_end=2026-01-02', ''],
])('names a parameter without effect: %s', async (query, names) => {
  const expected = names
    .split(' ')
    .filter(Boolean)
    .map((name) => `unused_parameter; name=${name}`);
  expect(await notesOf(`/reports/website?${query}`)).toBe(expected.join(', ') || undefined);
});

test('names a number that was reduced to its maximum', async () => {
  expect(await notesOf('/reports/campaigns?per_page=51')).toBe('unused_parameter; name=per_page');
  expect(await notesOf('/contacts?per_page=26')).toBe('unused_parameter; name=per_page');
  expect(await notesOf('/contacts?per_page=25')).toBeUndefined();
});

test('names an id in the query of a path that has one', async () => {
  expect(await notesOf('/reports/campaigns/101?id=102')).toBe('unknown_parameter; name=id');
  await strictly('/reports/campaigns/101?id=102').expect(422);
});

test('names format and notes where they have no effect', async () => {
  const format = 'unused_parameter; name=format';
  const notes = 'unused_parameter; name=notes';
  expect(await notesOf('/reports/campaigns?format=xlsx')).toBe(format);
  expect(await notesOf('/reports/campaigns?format=csv&format=csv')).toBe(format);
  expect(await notesOf('/reports/website?format=csv')).toBe(format);
  expect(await notesOf('/contacts?format=csv')).toBe(format);
  expect(await notesOf('/contacts?notes=true')).toBe(notes);
  expect(await notesOf('/reports/campaigns?format=csv&notes=true')).toBe(notes);
  expect(await notesOf('/reports/campaigns?format=csv')).toBeUndefined();
  expect(await notesOf('/reports/campaigns?format=json&notes=true')).toBeUndefined();
});

test('any name is safe in the header: quoted, escaped, cut, and only so many', async () => {
  const given = (name: string) => notesOf(`/reports/websites?${encodeURIComponent(name)}=1`);
  expect(await given('filter[status]')).toBe('unknown_parameter; name="filter[status]"');
  expect(await given('1st')).toBe('unknown_parameter; name="1st"');
  expect(await given('a"b\\c')).toBe('unknown_parameter; name="a\\"b\\\\c"');
  expect(await given('x\r\nSet-Cookie: a=b')).toBe('unknown_parameter; name="x??Set-Cookie: a=b"');
  expect(await given('naïve 日')).toBe('unknown_parameter; name="na?ve ?"');
  expect(await given('x'.repeat(500))).toBe(`unknown_parameter; name=${'x'.repeat(40)}...`);
  expect(await given('__proto__')).toBe('unknown_parameter; name="__proto__"');
  const many = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&');
  const header = await notesOf(`/reports/account/performance?${many}`, both);
  expect(header?.split(', ')).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `unknown_parameter; name=p${index}`),
    'unknown_parameter; more=190',
    'mixed_currencies',
  ]);
});

test('an empty parameter counts as missing; an unknown one is named even so', async () => {
  expect(await notesOf('/reports/website?range_start=')).toBeUndefined();
  await strictly('/reports/website?range_start=').expect(200);
  expect(await notesOf('/reports/website?start_date=')).toBe('unknown_parameter; name=start_date');
  await strictly('/reports/website?start_date=').expect(422);
});

describe('account performance', () => {
  const path = '/reports/account/performance';

  test('says that it adds up several currencies, and only then', async () => {
    expect(await notesOf(path, both)).toBe('mixed_currencies');
    expect(await notesOf(`${path}?website_ids=11,12`, both)).toBeUndefined();
    expect(await notesOf('/reports/websites', both)).toBeUndefined();
    const csv = await rest.get(both, path).set('Accept', 'text/csv').expect(200);
    expect(csv.headers['funnel-notes']).toBe('mixed_currencies');
  });

  test('a remembered answer has the header of its own request, and so has a 304', async () => {
    const asked = `${path}?timeframe=last_90_days`;
    const first = await rest.get(both, asked).expect(200);
    const again = await rest.get(both, `${asked}&end=1`).expect(200);
    expect(first.headers['funnel-notes']).toBe('mixed_currencies');
    expect(again.headers['funnel-notes']).toBe('unknown_parameter; name=end, mixed_currencies');
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const unchanged = await strictly(asked, both)
      .set('If-None-Match', first.headers['etag'] ?? '')
      .expect(304);
    expect(unchanged.headers).toMatchObject({
      'funnel-notes': 'mixed_currencies',
      'preference-applied': 'handling=strict',
      vary: 'Authorization, Accept, Accept-Encoding, Prefer',
    });
    await strictly(`${asked}&end=1`, both)
      .set('If-None-Match', first.headers['etag'] ?? '')
      .expect(422);
  });
});
