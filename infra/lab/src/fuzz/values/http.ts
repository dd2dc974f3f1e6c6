import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Tenant } from '../tenants/tenant.ts';
import { brokenEncoding, hostileJson, hostileText, mostly } from './hostile.ts';

type Headers = Readonly<Record<string, string>>;

/** A value in a query or path: mostly the text of a valid value. */
export function encodedValue(valid: fc.Arbitrary<unknown>, sanity: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: sanity, arbitrary: valid.map((value) => percentEncode(asText(value))) },
    { weight: 2, arbitrary: hostileText.map((text) => percentEncode(text)) },
    { weight: 1, arbitrary: brokenEncoding },
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
  const brackets = ['[]', '[__proto__]', '[a][b]', '%20'].map((end) => name + end);
  return mostly(fc.constant(name), fc.constantFrom(...brackets, name.toUpperCase(), `%00${name}`), 60);
}

export function methodOf(own: string): fc.Arbitrary<string> {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
  return mostly(fc.constant(own), fc.constantFrom(...others), 25);
}

/** What stands in front of a credential, or should. */
const SCHEMES = ['', 'Bearer', 'Bearer ', 'bearer ', 'Bearer  ', 'Basic ', 'Digest ', 'api_key='];

export function authorizationOf(tenant: Tenant, service: keyof Tenant['tokens']): fc.Arbitrary<Headers> {
  const token = tenant.tokens[service];
  const known = [...Object.values(tenant.tokens), `${token}x`, `${token}, Bearer ${token}`, 'dXNlcjpwYXNz'];
  const text = fc.oneof(hostileText.filter(isHeaderValue), fc.constantFrom(...known, 'x'.repeat(5_000)));
  const odd = fc.tuple(fc.constantFrom(...SCHEMES), text).map(([scheme, credential]) => scheme + credential);
  return fc
    .option(mostly(fc.constant(`Bearer ${token}`), odd, 15), { freq: 100, nil: undefined })
    .map((authorization): Headers => (authorization === undefined ? {} : { authorization }));
}

/** Node sends nothing else in a header. */
function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

const ODD_HEADERS: readonly Headers[] = [
  ...Object.entries({
    accept: ['text/csv', '*/*;q=0', 'application/xml', 'application/json;q=nan', ',', 'a/'.repeat(500)],
    'if-none-match': ['*', 'W/"x"', '"', '""', ','.repeat(900)],
    'accept-encoding': ['gzip', 'br, gzip', 'identity;q=0', '*;q=0'],
    origin: ['null', 'https://evil.example', 'http://127.0.0.1', '%'],
    'x-request-id': ['x', '\u00ff', 'a'.repeat(3_000)],
    host: ['evil.example', '127.0.0.1', '[', 'a:b:c'],
    'x-http-method-override': ['DELETE'],
    cookie: [`a=b; =; __proto__=1; funnel_session=${'x'.repeat(300)}`],
  }).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
];

export const oddHeaders: fc.Arbitrary<Headers> = mostly(fc.constant({}), fc.constantFrom(...ODD_HEADERS), 10);

export interface SentBody {
  body: Buffer | undefined;
  headers: Headers;
}

export const noBody: fc.Arbitrary<SentBody> = fc.constant({ body: undefined, headers: {} });

const BROKEN_BODIES: readonly Buffer[] = [
  ['', '{"a":NaN}', '[1e999]', '{"a":1,}', '{"a":1}{"b":2}', '\ufeff{}', "{'a':1}", 'a=b&c=d'],
  ['{"email":"a@b.example","email":1}', '{"a":"\\ud800"}', '{"a":"\\u0000"}', '['.repeat(20_000)],
  [`"${'x'.repeat(70_000)}"`, `[${'{},'.repeat(9_000)}{}]`, '{"a":'.repeat(5_000), ' '.repeat(300_000)],
  [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"a":"\xff\xc0"}', 'latin1')],
]
  .flat()
  .map((body) => Buffer.from(body));

const CONTENT_TYPES = [
  ['', 'json', '/', '\u00ff', 'application/json;', 'application/json; charset=utf-16', 'text/plain'],
  ['application/json; charset=x', 'application/xml', 'multipart/form-data', 'application/x-ndjson'],
  ['application/x-www-form-urlencoded'],
].flat();
const ENCODINGS = ['gzip', 'br', 'deflate', 'identity', 'x', 'gzip, gzip'];

export function jsonBody(values: fc.Arbitrary<unknown>): fc.Arbitrary<SentBody> {
  return bodyOf(
    values.map((value) => Buffer.from(JSON.stringify(value))),
    'application/json',
  );
}

/** Mostly a valid body; broken, compressed, or of another type, sometimes. */
export function bodyOf(valid: fc.Arbitrary<Buffer>, contentType: string): fc.Arbitrary<SentBody> {
  const own: Headers = contentType === '' ? {} : { 'content-type': contentType };
  const hostile = hostileJson.map((value) => Buffer.from(JSON.stringify(value)));
  const broken = fc.oneof(
    fc.constantFrom(...BROKEN_BODIES),
    hostileText.map((text) => Buffer.from(text)),
    withHostilePart(valid),
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

/** What is valid up to some byte, then hostile, and goes on after it or not. */
function withHostilePart(valid: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.tuple(valid, fc.nat(99), fc.nat(99), hostileText).map(([body, from, to, text]) => {
    const at = (percent: number) => Math.floor((body.length * percent) / 100);
    return Buffer.concat([body.subarray(0, at(from)), Buffer.from(text), body.subarray(at(to))]);
  });
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Percent-encodes any text. Unlike encodeURIComponent it accepts lone surrogates, and encodes them as they are. */
export function percentEncode(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff)
      return `%ED%${hex(0x80 | ((code >> 6) & 0x3f))}%${hex(0x80 | (code & 0x3f))}`;
    return encodeURIComponent(character);
  }).join('');
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase();
}
