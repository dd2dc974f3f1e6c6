import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Tenant } from '../tenants/tenant.ts';
import { percentEncode } from './encode.ts';
import { BROKEN_ENCODING, hostileJson, hostileText, mostly } from './hostile.ts';

type Headers = Readonly<Record<string, string>>;

/** A value in a query or path: mostly the text of a valid value. */
export function encodedValue(valid: fc.Arbitrary<unknown>, sanity: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: sanity, arbitrary: valid.map((value) => percentEncode(asText(value))) },
    { weight: 2, arbitrary: hostileText.map((text) => percentEncode(text)) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_ENCODING) },
  );
}

/** A query of some of these parameters; some are repeated, have brackets or are unknown. */
export function queryOf(values: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const names = Object.keys(values);
  const parameter = (name: string, value: fc.Arbitrary<string>) =>
    fc.tuple(nameOf(name), value).map(([written, text]) => `${written}=${text}`);
  const regular = fc.record(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, parameter(name, value)])),
    { requiredKeys: [] },
  );
  const extra = fc
    .constantFrom(...names, 'unknown', '__proto__')
    .chain((name) => parameter(name, hostileText.map(percentEncode)));
  const extras = mostly(fc.constant<string[]>([]), fc.array(extra, { minLength: 1, maxLength: 3 }), 8);
  return fc.tuple(regular, extras).map(([some, more]) => {
    const all = [...Object.values(some), ...more];
    return all.length > 0 ? `?${all.join('&')}` : '';
  });
}

function nameOf(name: string): fc.Arbitrary<string> {
  const odd = [
    `${name}[]`,
    `${name}[__proto__]`,
    `${name}[a][b]`,
    name.toUpperCase(),
    `%00${name}`,
    `${name}%20`,
  ];
  return mostly(fc.constant(name), fc.constantFrom(...odd), 60);
}

/** Mostly the own method. */
export function methodOf(own: string): fc.Arbitrary<string> {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
  return mostly(fc.constant(own), fc.constantFrom(...others), 25);
}

/** Mostly a valid token for the service. */
export function authorizationOf(tenant: Tenant, service: keyof Tenant['tokens']): fc.Arbitrary<Headers> {
  const token = tenant.tokens[service];
  const others = Object.values(tenant.tokens).filter((other) => other !== token);
  const values = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Basic dXNlcjpwYXNz',
    'Bearer null',
    'Digest x',
    'Bearer \u00ff',
    ',',

    `Bearer ${'x'.repeat(5_000)}`,
    `Bearer ${token}x`,
    `bearer ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token}, Bearer ${token}`,

    'api_key=',
    'api_key=x',
    "api_key=' or 1=1 --",
    `api_key=${'0'.repeat(300)}`,
    'api_key=\u00ff',
    `api_key=${token}`,
    ...others.map((other) => `Bearer ${other}`),
  ];
  const odd = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...values).map((authorization): Headers => ({ authorization })) },
    { weight: 1, arbitrary: fc.constant<Headers>({}) },
  );
  return mostly(fc.constant<Headers>({ authorization: `Bearer ${token}` }), odd, 15);
}

const ODD_HEADERS: readonly Headers[] = [
  ...[
    'text/csv',
    '*/*;q=0',
    'application/xml',
    'application/json;q=nan',
    ',',
    'text/html',
    'a/'.repeat(500),
  ].map((accept) => ({ accept })),
  ...['*', 'W/"x"', '"', '""', ','.repeat(900)].map((value) => ({ 'if-none-match': value })),
  ...['gzip', 'br, gzip', 'identity;q=0', '*;q=0'].map((value) => ({ 'accept-encoding': value })),
  ...['null', 'https://evil.example', 'http://127.0.0.1', '%'].map((origin) => ({ origin })),
  ...['x', '\u00ff', 'a'.repeat(3_000)].map((value) => ({ 'x-request-id': value })),
  ...['evil.example', '127.0.0.1', '[', 'a:b:c'].map((host) => ({ host })),
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: `a=b; =; __proto__=1; funnel_session=${'x'.repeat(300)}` },
];

/** Mostly none. */
export const oddHeaders: fc.Arbitrary<Headers> = mostly(fc.constant({}), fc.constantFrom(...ODD_HEADERS), 10);

/** A body with the headers that describe it. */
export interface SentBody {
  body: Buffer | undefined;
  headers: Headers;
}

const BROKEN_BODIES: readonly Buffer[] = [
  '',
  '{',
  '[',
  '}',
  'null',
  'true',
  '1',
  '""',
  '"x',
  '{"a":NaN}',
  '[1e999]',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  "{'a':1}",

  '{"email":"a@b.example","email":1}',
  '{"__proto__":null}',
  '\n\n\n',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  'a=b&c=d',
  '['.repeat(20_000),
  `"${'x'.repeat(70_000)}"`,
  `[${'{},'.repeat(9_000)}{}]`,
  '{"a":'.repeat(5_000),
].map((text) => Buffer.from(text));
const BINARY_BODIES = [
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from('{"a":"\xff\xc0"}', 'latin1'),
  Buffer.alloc(300_000, 0x20),
];

const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'json',
  '/',

  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/x-ndjson',
  'application/json;',
  '\u00ff',
];
const ENCODINGS = ['gzip', 'br', 'deflate', 'identity', 'x', 'gzip, gzip'];

/** Mostly a valid body; broken, compressed, or of another type, sometimes. */
export function bodyOf(valid: fc.Arbitrary<Buffer>, contentType: string): fc.Arbitrary<SentBody> {
  const own: Headers = contentType === '' ? {} : { 'content-type': contentType };
  const hostile = hostileJson.map((value) => Buffer.from(JSON.stringify(value)));
  const broken = fc.oneof(
    fc.constantFrom(...BROKEN_BODIES, ...BINARY_BODIES),
    valid.map((body) => body.subarray(0, Math.floor(body.length / 2))),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    hostile,
  );
  const typed = fc.tuple(valid, fc.constantFrom(...CONTENT_TYPES));
  const encoded = fc.tuple(fc.oneof(valid, broken), fc.constantFrom(...ENCODINGS), fc.boolean());
  return fc.oneof(
    { weight: 20, arbitrary: valid.map((body) => ({ body, headers: own })) },
    { weight: 3, arbitrary: broken.map((body) => ({ body, headers: own })) },
    { weight: 1, arbitrary: typed.map(([body, type]) => ({ body, headers: { 'content-type': type } })) },
    {
      weight: 1,
      arbitrary: encoded.map(([body, encoding, isCompressed]) => ({
        body: isCompressed ? gzipSync(body) : body,
        headers: { ...own, 'content-encoding': encoding },
      })),
    },
    { weight: 1, arbitrary: fc.constant<SentBody>({ body: undefined, headers: own }) },
  );
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
