import { expect, test } from '@jest/globals';
import { embedOrigin, isEmbedOrigin } from '../../src/index.ts';

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  ['https://APP.example.com/', 'https://app.example.com'],
  ['https://app.example.com:443', 'https://app.example.com'],
  ['https://app.example.com:8443', 'https://app.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.example.com:8443', 'https://*.example.com:8443'],
])('%s is allowed as %s', (text, origin) => {
  expect(embedOrigin(text)).toBe(origin);
});

test.each([
  '',
  '*',
  'https://*',
  'https://*.com',
  'https://*.1.2.3.4',
  'https://*.*.example.com',
  'https://a.*.example.com',
  'http://*.localhost',
  'example.com',
  '//example.com',
  'http://example.com',
  'http://localhost.example.com',
  'ftp://example.com',
  'data:text/html,x',
  'javascript:alert(1)',
  'null',
  'https://example.com/page',
  'https://example.com/?',
  'https://example.com/#',
  'https://ann:secret@example.com',
  'https://@example.com',
  'https://example.com.',
  'https://-example.com',
  'https://exam_ple.com',
  // A browser takes these for hosts; in a policy they would end or add a directive.
  "https://example.com;script-src'unsafe-inline'",
  'https://example.com,https://evil.example',
  "https://'self'",
  'https://example.com https://evil.example',
  ' https://example.com',
  'https://example.com\n',
  `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
])('%j is refused', (text) => {
  expect(embedOrigin(text)).toBeUndefined();
});

test('a star stands for subdomains, and for nothing else', () => {
  const allowed = ['https://*.example.com', 'https://shop.example'];
  for (const origin of ['https://a.example.com', 'https://a.b.example.com', 'https://shop.example'])
    expect([origin, isEmbedOrigin(origin, allowed)]).toEqual([origin, true]);
  for (const origin of [
    'https://example.com',
    'http://a.example.com',
    'https://aexample.com',
    'https://a.example.com:8443',
    'https://a.example.com.evil.example',
    'https://shop.example.evil.example',
    'https://a.shop.example',
    'null',
    '',
  ])
    expect([origin, isEmbedOrigin(origin, allowed)]).toEqual([origin, false]);
});
