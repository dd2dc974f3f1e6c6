import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { csvDecoder, detectFormat, parseCsvLine } from '../src/files/decode-line.ts';
import { type Line, readLines } from '../src/files/lines.ts';
import { parseTimestamp } from '../src/shared/timestamp.ts';
import { Readable } from 'node:stream';
import fc from 'fast-check';

async function lines(text: string, cuts: number[], maxLineBytes = 1_000): Promise<Line[]> {
  const bytes = Buffer.from(text);
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  async function* chunks() {
    let from = 0;
    for (const end of ends) {
      yield bytes.subarray(from, end);
      from = end;
    }
  }
  const all: Line[] = [];
  for await (const some of readLines(chunks(), maxLineBytes)) all.push(...some);
  return all;
}

describe('lines', () => {
  test('are decoded as a whole, also if only a part of them or their end is ASCII', async () => {
    for (let cut = 0; cut < 12; cut++)
      expect(await lines('né\nü1\n2', [cut])).toEqual([
        { number: 1, text: 'né' },
        { number: 2, text: 'ü1' },
        { number: 3, text: '2' },
      ]);
  });

  test('do not depend on where the stream is cut, even inside a multi-byte character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.array(fc.nat()),
        fc.constantFrom('\n', '\r\n'),
        async (texts, cuts, newline) => {
          const clean = texts.map((text) =>
            text
              .replaceAll(/[\r\n]/g, '')
              .replaceAll('\uFEFF', '')
              .trim(),
          );
          const expected = clean.flatMap((text, index) => (text === '' ? [] : [{ number: index + 1, text }]));
          expect(await lines(clean.join(newline), cuts)).toEqual(expected);
        },
      ),
    );
  });

  test('that are not UTF-8 say so, wherever the stream is cut', async () => {
    const bytes = Buffer.from('good é\nM\xe4lm\xf6\nend', 'latin1');
    async function* byteByByte() {
      for (const byte of bytes) yield Buffer.from([byte]);
    }
    for (const chunks of [byteByByte(), Readable.from([bytes])]) {
      const all: Line[] = [];
      for await (const some of readLines(chunks, 1_000)) all.push(...some);
      expect(all.map(({ number, isBroken }) => [number, isBroken])).toEqual([
        [1, true],
        [2, true],
        [3, undefined],
      ]);
    }
  });

  test('over the limit are skipped without being buffered, and the next line is complete', async () => {
    const result = await lines(`a\n${'x'.repeat(50)}\nb\n${'y'.repeat(11)}`, [3, 9, 20, 40], 10);
    expect(result).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: undefined },
      { number: 3, text: 'b' },
      { number: 4, text: undefined },
    ]);
  });

  test('do not include a byte order mark', async () => {
    expect(await lines('\uFEFFa\nb', [])).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: 'b' },
    ]);
  });
});

describe('a CSV line', () => {
  test('has the cells that a complete CSV parser finds', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', 'é', "'", '{', ':') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const line = cells
          .map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
          .join(',');
        fc.pre(line !== '');
        expect(parseCsvLine(line)).toEqual(cells);
        expect(parseCsvLine(line)).toEqual(parse(line, { relax_column_count: true, trim: false })[0]);
      }),
    );
  });

  test.each(['"a', 'a,"b', '"a"b', '"a""'])('with unbalanced quotes is rejected: %s', (line) => {
    expect(parseCsvLine(line)).toBeUndefined();
  });

  test('decodes to the same event as NDJSON', () => {
    const decode = csvDecoder('event_id,type,website_id,visitor_token,occurred_at,revenue,fields,unknown');
    expect(decode('e,order,12,v,2026-11-01T00:00:00Z,9.50,"[{""field"":""a""}]",x')).toEqual({
      event_id: 'e',
      type: 'order',
      website_id: 12,
      visitor_token: 'v',
      occurred_at: '2026-11-01T00:00:00Z',
      revenue: 9.5,
      fields: [{ field: 'a' }],
      unknown: 'x',
    });
  });

  test('is rejected as a header if it lacks required columns, with their names', () => {
    expect(() => csvDecoder('event_id;type')).toThrow(
      /event_id, type, website_id, visitor_token, occurred_at/,
    );
  });
});

test('the first line decides between NDJSON and CSV', () => {
  expect(detectFormat('{"a":1}')).toBe('ndjson');
  expect(detectFormat('event_id,type')).toBe('csv');
});

describe('a timestamp', () => {
  test('with any ISO 8601 offset parses to the same time as Date', () => {
    const offset = fc.tuple(
      fc.constantFrom('+', '-'),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
    );
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true }),
        offset,
        (date, [sign, hours, minutes]) => {
          const zone = `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
          const text = `${date.toISOString().slice(0, -1)}${zone}`;
          expect(parseTimestamp(text)).toBe(Date.parse(text));
        },
      ),
    );
  });

  test.each([
    ['2026-11-01T10:00Z', '2026-11-01T10:00:00Z'],
    ['2026-11-01T10:00:00.123456Z', '2026-11-01T10:00:00.123Z'],
    ['2026-11-01 10:00:00+0130', '2026-11-01T08:30:00Z'],
    ['2026-11-01T10:00:00+01', '2026-11-01T09:00:00Z'],
    ['2024-02-29T00:00:00z', '2024-02-29T00:00:00Z'],
  ])('can be written as %s', (text, same) => {
    expect(parseTimestamp(text)).toBe(Date.parse(same));
  });

  test.each([
    '',
    'now',
    '2026-11-01',
    '2026-11-01T10:00:00',
    '2026-13-01T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T10:00:00+24:00',
    '2026-11-31T10:00:00Z',
    '1762000000',
  ])('is invalid: %s', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
