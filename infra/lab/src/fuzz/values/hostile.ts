import fc from 'fast-check';

const LONG = 4_000;
const DEEP = 400;

const HOSTILE_NUMBERS =
  '0 -0 -1 0.5 1.5 2147483647 2147483648 9007199254740992 9.3e18 1e21 1e308 -1e308 5e-324'
    .split(' ')
    .map(Number);
const HOSTILE_JSON: readonly unknown[] = [
  ...HOSTILE_NUMBERS,
  ...[
    ...'null true false [] {} [[]] [null] [{}] {"a":{"b":{"c":{}}}} [1,"2",null] {"length":1e9}'.split(' '),
    '{"toString":1}',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '['.repeat(DEEP) + ']'.repeat(DEEP),
    `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  ].map((text): unknown => JSON.parse(text)),
  Array.from({ length: 500 }, (_, index) => index),
];

const HOSTILE_TEXTS: readonly string[] = [
  HOSTILE_NUMBERS.map(String),
  'null true false [] {} -0 NaN Infinity 9007199254740993 9223372036854775807 undefined'.split(' '),
  // Nothing to see, half a character, or one that is not what it looks like.
  ['', ' ', '\t', '\n', '\r\n', '\0', 'a\0b', '\u0001', '\u007f', '\u2028', '\ufeff', '\u202e'],
  ['\ud800', 'a\udfff', '😀', 'é'.normalize('NFD'), 'İ', '１', '٣', 'ß', 'x'.repeat(LONG), '9'.repeat(400)],
  '" \' \\ ` % %00 ${7*7} {{7*7}} <!-- * _% / // ../../etc/passwd ..%2f'.split(' '),
  '__proto__ constructor prototype toString hasOwnProperty __defineGetter__ then'.split(' '),
  ["' or 1=1 --", "'; drop table contacts; --", '1; select pg_sleep(9)', '$$||version()||$$'],
  ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '[object Object]'],
  // Formulas of a spreadsheet, another header, days that do not exist.
  ['=cmd|calc', '@SUM(1)', '+1+1', '-2+3', '＝1', '\r\nSet-Cookie: a=b', '0000-01-01', '2026-02-30'],
].flat();

/** Query values whose encoding is broken, as they are on the wire. Node itself rejects bytes above 127. */
export const brokenEncoding: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('%', '%00', '%ff', '%c0%af', '%ed%a0%80', '%u0041', '%0d%0a', '%f0%9f'),
  fc.stringMatching(/^(%[0-9a-gu]{0,3}|\+){1,3}$/),
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  // Nearly numbers and nearly dates.
  { weight: 1, arbitrary: fc.stringMatching(/^[-+]?(0x|0b)?\d{1,20}([.,_]\d{1,3})?(e\d{1,3})?$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[-+]?\d{4,6}-[01]\d-[0-3]\d(T\d\d:\d\d:\d\dZ)?$/) },
);

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export function mostly<Value>(
  expected: fc.Arbitrary<Value>,
  hostile: fc.Arbitrary<Value>,
  weight: number,
): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: expected }, { weight: 1, arbitrary: hostile });
}
