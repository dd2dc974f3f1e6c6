import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SCOPES } from '@funnel/domain';
import { type RestApp, startRestApp } from './support/rest-app.ts';

let rest: RestApp;
let bearer: string;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  token = (await rest.token({ websiteIds: [11], scopes: [...SCOPES] })).token;
  bearer = `Bearer ${token}`;
});
beforeEach(async () => void (await rest.database.sql`delete from contacts`));
afterAll(() => rest.stop());

const post = (body: string | object) =>
  rest.send('post', bearer, '/contacts').set('Content-Type', 'application/json').send(body);
const get = (query = '') => rest.get(token, `/contacts${query}`);
const remove = (query = '') => rest.send('delete', bearer, `/contacts${query}`);
const withEmail = (fields: string) => `{"email":"a@example.com",${fields}}`;

test('the audit log says who read and deleted contacts, once an hour for reading, and names no contact', async () => {
  const { token: own } = await rest.token({ userId: 1, websiteIds: [11], scopes: [...SCOPES] });
  await rest.send('post', `Bearer ${own}`, '/contacts').send({ email: 'secret@example.com' }).expect(201);
  for (let count = 0; count < 3; count += 1) await rest.get(own, '/contacts').expect(200);
  await rest.get(token, '/contacts').expect(200);
  await rest.send('delete', `Bearer ${own}`, '/contacts?email=secret@example.com').expect(200);
  await rest.send('delete', `Bearer ${own}`, '/contacts?email=secret@example.com').expect(404);
  const events = await rest.database.sql`
    select kind, website_ids as websites, address, details::text as details from security_events
    where kind in ('contacts_read', 'contact_deleted') and actor_id = 1 order by id`;
  expect(events).toEqual([
    { kind: 'contacts_read', websites: [11], address: '127.0.0.1', details: expect.any(String) },
    { kind: 'contact_deleted', websites: [11], address: '127.0.0.1', details: expect.any(String) },
  ]);
  expect(JSON.stringify(events)).not.toContain('secret@');
  expect(JSON.stringify(events)).not.toContain(own);
});

describe('POST', () => {
  test('creates with 201, updates with 200 and returns every documented field', async () => {
    const created = await post({ email: ' Ann@Example.com ', first_name: 'Ann', shoe: 42 }).expect(201);
    expect(Object.keys(created.body).sort()).toEqual(
      fieldsOf(
        'id website_id created_at updated_at visitor_token email name last_name phone city',
        'avatar_url company_name company_title url state address zip_code country source_url',
        'bio utm_source utm_medium utm_campaign utm_term utm_content referral_source',
        'first_visit privacy_consent marketing_consent sms_consent ip_address latest_score',
        'extra data tags link',
      ),
    );
    expect(created.body).toMatchObject({
      website_id: 11,
      email: 'ann@example.com',
      name: 'Ann',
      city: null,
      extra: { shoe: 42 },
      data: {},
    });
    expect(created.headers['cache-control']).toBe('private, no-store');
    const changed = await post({ email: 'ANN@example.com', city: 'Bergen', shoe: null, hat: 1 }).expect(200);
    expect(changed.body).toEqual({
      ...created.body,
      city: 'Bergen',
      extra: { hat: 1 },
      updated_at: changed.body.updated_at,
    });
  });

  test('refuses a body that is not UTF-8, and changes no letter', async () => {
    const body = Buffer.from('{"email":"a@example.com","name":"J\xfcrgen"}', 'latin1');
    const send = (type: string) =>
      rest
        .send('post', bearer, '/contacts')
        .set('Content-Type', type)
        .serialize((given) => given as string)
        .send(body as never);
    for (const type of ['application/json', 'application/json; charset=utf-8'])
      expect((await send(type).expect(400)).body).toMatchObject({ code: 'invalid_json' });
    expect((await get()).body).toEqual([]);
  });

  test('accepts every JSON media type', async () => {
    await post({ email: 'a@example.com' }).set('Content-Type', 'application/vnd.api+json').expect(201);
    await post({ email: 'a@example.com' }).set('Content-Type', 'application/json; charset=utf-8').expect(200);
  });

  test.each<[string, string, number, string]>([
    ['malformed JSON', '{"email":', 400, 'invalid_json'],
    ['a list', '[]', 422, 'invalid_body'],
    ['null', 'null', 422, 'invalid_body'],
    ['a string', '"text"', 422, 'invalid_body'],
    ['a number', '5', 422, 'invalid_body'],
    ['neither e-mail nor phone', '{}', 422, 'email_or_phone_required'],
    ['an empty e-mail and phone', '{"email":"","phone":""}', 422, 'email_or_phone_required'],
    ['null as e-mail and phone', '{"email":null,"phone":null}', 422, 'email_or_phone_required'],
    ['a malformed e-mail', '{"email":"nobody"}', 422, 'invalid_email'],
    ['an e-mail of 300 characters', `{"email":"${'x'.repeat(288)}@example.com"}`, 422, 'invalid_email'],
    ['a null character in the e-mail', '{"email":"a\\u0000@example.com"}', 422, 'invalid_email'],
    ['a lone surrogate in the e-mail', '{"email":"a\\ud800@example.com"}', 422, 'invalid_email'],
    ['a malformed phone', '{"phone":"12"}', 422, 'invalid_phone'],
    ['an id', withEmail('"id":5'), 422, 'reserved_field'],
    ['a website_id', withEmail('"website_id":21'), 422, 'reserved_field'],
    ['created_at', withEmail('"created_at":"2026-01-01"'), 422, 'reserved_field'],
    ['updated_at', withEmail('"updated_at":null'), 422, 'reserved_field'],
    ['an object in a text field', withEmail('"city":{}'), 422, 'invalid_field'],
    ['a list in a text field', withEmail('"city":["x"]'), 422, 'invalid_field'],
    ['tags that are not strings', withEmail('"tags":[1]'), 422, 'invalid_field'],
    ['extra that is not an object', withEmail('"extra":[]'), 422, 'invalid_field'],
    ['data that is not an object', withEmail('"data":"x"'), 422, 'invalid_field'],
    ['an invalid visitor_token', withEmail('"visitor_token":"x"'), 422, 'invalid_visitor_token'],
    ['a null character', withEmail('"city":"a\\u0000b"'), 422, 'invalid_field'],
    ['a nested null character', withEmail('"extra":{"a":["\\u0000"]}'), 422, 'invalid_field'],
    ['a lone surrogate', withEmail('"city":"\\udfff"'), 422, 'invalid_field'],
    ['a lone surrogate in a key', withEmail('"extra":{"\\ud800":1}'), 422, 'invalid_field'],
    ['deep nesting', withEmail(`"x":${'['.repeat(20_000)}${']'.repeat(20_000)}`), 400, 'invalid_json'],
    ['deep nesting that does not end', '{"x":'.repeat(10_000), 400, 'invalid_json'],
    ['a field of 60 levels', withEmail(`"x":${'['.repeat(60)}${']'.repeat(60)}`), 422, 'invalid_field'],
    ['more than 64 KiB', withEmail(`"bio":"${'x'.repeat(65_536)}"`), 413, 'payload_too_large'],
    ['thousands of values', withEmail(`"data":{"a":[${'0,'.repeat(6_000)}0]}`), 413, 'payload_too_large'],
    ['10 MB', withEmail(`"bio":"${'x'.repeat(10_000_000)}"`), 413, 'payload_too_large'],
  ])('rejects %s', async (_name, body, status, code) => {
    const response = await post(body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect((await get()).body).toEqual([]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('rejects the media type %s', async (type) => {
    const { body } = await post('{"email":"a@example.com"}').set('Content-Type', type);
    expect([body.status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('reports an unknown website before an invalid body', async () => {
    const sent = rest.send('post', bearer, '/contacts?website_id=21').set('Content-Type', 'application/json');
    expect((await sent.send('{')).body.code).toBe('not_found');
  });

  test('stores names in any script and prototype-polluting keys unchanged', async () => {
    const name = '👩‍👩‍👧 Zoë Ω 漢字 \u202e';
    const custom = '"__proto__":{"admin":true},"constructor":{"prototype":1}';
    await post(
      withEmail(`"first_name":${JSON.stringify(name)},${custom},"data":{"__proto__":1,"k":"\\u0001"}`),
    ).expect(201);
    const { text, body } = await get().expect(200);
    expect(body[0].name).toBe(name);
    expect(text).toContain('"__proto__":{"admin":true}');
    expect(Object.keys(body[0].extra).sort()).toEqual(['__proto__', 'constructor']);
    expect(Object.keys(body[0].data).sort()).toEqual(['__proto__', 'k']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('refuses custom fields beyond 64 KiB over several requests, and keeps those before', async () => {
    const big = 'x'.repeat(40_000);
    await post({ email: 'big@example.com', one: big }).expect(201);
    const { body } = await post({ email: 'big@example.com', two: big }).expect(422);
    expect(body).toMatchObject({ code: 'invalid_field', parameter: 'extra' });
    await post({ email: 'big@example.com', one: null, two: big }).expect(200);
    const { body: listed } = await get('?email=big@example.com').expect(200);
    expect(Object.keys(listed[0].extra)).toEqual(['two']);
  });

  test('creates one contact, with one 201, from 100 concurrent requests with the same e-mail', async () => {
    const sent = Array.from({ length: 100 }, (_, index) =>
      post({ email: 'one@example.com', [`k${index}`]: 1 }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(99);
    const { body, headers } = await get('?email=one@example.com').expect(200);
    expect(headers['x-total-count']).toBe('1');
    expect(Object.keys(body[0].extra)).toHaveLength(100);
  });
});

describe('GET', () => {
  const BASE = 'http://127.0.0.1:3000/api/v1/contacts';

  async function fill(count: number): Promise<void> {
    await rest.database.sql`insert into contacts (website_id, visitor_token, email, created_at)
      select 11, gen_random_uuid(), 'c' || n || '@example.com', timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${count}::int) n`;
  }

  test('finds by e-mail in any case, by id, and by both', async () => {
    await fill(3);
    const { body } = await get('?email=%20C2@EXAMPLE.com').expect(200);
    expect(body.map(({ email }: { email: string }) => email)).toEqual(['c2@example.com']);
    expect((await get(`?id=${body[0].id}`)).body).toEqual(body);
    expect((await get(`?id=${body[0].id}&email=c2@example.com`)).body).toEqual(body);
    expect((await get(`?id=${body[0].id}&email=c1@example.com`)).body).toEqual([]);
    expect((await get('?email=c@example.com')).body).toEqual([]);
    expect((await get('?email=c%25')).body).toEqual([]);
    expect((await get('?email=%00%ED%A0%80')).body).toEqual([]);
  });

  test('returns pages of 25, newest first, with absolute links that keep the query', async () => {
    await fill(60);
    const first = await get('?website_id=11').expect(200);
    expect(first.body).toHaveLength(25);
    expect(first.body[0].email).toBe('c60@example.com');
    expect(first.headers['x-total-count']).toBe('60');
    expect(first.headers['link']).toBe(links('website_id=11&', { first: 1, next: 2, last: 3 }));
    const second = await get('?page=2').expect(200);
    expect(second.headers['link']).toBe(links('', { first: 1, prev: 1, next: 3, last: 3 }));
    const third = await get('?page=3').expect(200);
    expect(third.body).toHaveLength(10);
    expect(third.headers['link']).toBe(links('', { first: 1, prev: 2, last: 3 }));
    const ids = [first, second, third].flatMap(({ body }) => body.map(({ id }: { id: number }) => id));
    expect(new Set(ids).size).toBe(60);
  });

  test('returns shorter pages if asked to, but none longer than 25', async () => {
    await fill(30);
    const { body, headers } = await get('?per_page=10').expect(200);
    expect(body).toHaveLength(10);
    expect(headers['link']).toBe(links('per_page=10&', { first: 1, next: 2, last: 3 }));
    expect((await get('?per_page=100').expect(200)).body).toHaveLength(25);
    expect((await get('?per_page=0').expect(422)).body).toMatchObject({ code: 'invalid_per_page' });
  });

  test('returns an empty page past the end, with a link back', async () => {
    await fill(30);
    for (const page of ['3', '9007199254740991']) {
      const { body, headers } = await get(`?page=${page}`).expect(200);
      expect(body).toEqual([]);
      expect(headers['link']).toBe(links('', { first: 1, prev: 2, last: 2 }));
    }
  });

  test('links to a single page if the list is empty', async () => {
    const { body, headers } = await get('?email=%3E%22,a').expect(200);
    expect([body, headers['x-total-count']]).toEqual([[], '0']);
    expect(headers['link']).toBe(links('email=%3E%22%2Ca&', { first: 1, last: 1 }));
  });

  test.each([
    ...['0', '-1', 'x', '1.5', '01'].map((page) => [`page=${page}`, 'invalid_page']),
    ['page=1&page=2', 'invalid_page'],
    ...['0', '-1', 'x', '1.5', '2147483648'].map((id) => [`id=${id}`, 'invalid_id']),
    ['id=1&id=2', 'invalid_id'],
    ['email=a&email=b', 'invalid_email'],
  ])('rejects %s', async (query, code) => {
    const { body } = await get(`?${query}`);
    expect([body.status, body.code]).toEqual([422, code]);
  });

  test('treats empty parameters as missing', async () => {
    await fill(1);
    expect((await get('?email=&id=&page=&website_id=').expect(200)).body).toHaveLength(1);
  });

  test('neither shows nor deletes a contact of another website', async () => {
    await fill(1);
    const other = await rest.token({ websiteIds: [12], scopes: [...SCOPES] });
    expect((await rest.get(other.token, '/contacts?email=c1@example.com').expect(200)).body).toEqual([]);
    await rest.send('delete', `Bearer ${other.token}`, '/contacts?email=c1@example.com').expect(404);
    expect((await get()).body).toHaveLength(1);
  });

  function links(query: string, pages: Record<string, number>): string {
    return Object.entries(pages)
      .map(([relation, page]) => `<${BASE}?${query}page=${page}>; rel="${relation}"`)
      .join(', ');
  }
});

describe('DELETE', () => {
  test('deletes by e-mail in any case, and returns 404 the second time', async () => {
    await post({ email: 'ann@example.com' }).expect(201);
    const { body, headers } = await remove('?email=ANN@example.com').expect(200);
    expect(body).toEqual({ message: expect.any(String) });
    expect(headers['cache-control']).toBe('private, no-store');
    expect((await get()).body).toEqual([]);
    expect((await remove('?email=ann@example.com').expect(404)).body.code).toBe('not_found');
  });

  test('deletes by phone in any notation', async () => {
    await post({ phone: '+49 171 2345678' }).expect(201);
    await remove('?phone=0049-171-2345678').expect(200);
    expect((await get()).body).toEqual([]);
  });

  test.each([
    ['', 'email_required'],
    ['?email=', 'email_required'],
    ['?email=&phone=', 'email_required'],
    ['?phone=x', 'invalid_phone'],
    ['?email=a&email=b', 'invalid_email'],
    ['?phone=1&phone=2', 'invalid_phone'],
  ])('rejects "%s"', async (query, code) => {
    const { body } = await remove(query);
    expect([body.status, body.code]).toEqual([422, code]);
  });
});

test('has not failed unexpectedly and logs no e-mail address', () => {
  expect(rest.logged()).not.toContain('"level":"error"');
  expect(rest.logged()).not.toContain('ann@example.com');
});

function fieldsOf(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' ')).sort();
}
