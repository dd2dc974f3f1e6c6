import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '@funnel/testing';
import { parseFileInThread, UnreadableFileError } from '../src/index.ts';
import { parseFile, type ParseFile } from '../src/files/parse-file.ts';
import { event, NOW } from './support/events.ts';

const options = { format: undefined, now: () => NOW };
/** How to parse, and how many random cuts to try: starting a thread takes long. */
const ways: [string, ParseFile, number][] = [
  ['in this thread', parseFile, 10],
  ['in a thread of its own', parseFileInThread, 2],
];

async function* cut(bytes: Buffer, cuts: readonly number[]) {
  let from = 0;
  for (const end of [...new Set(cuts.map((at) => at % (bytes.length + 1)))].sort((a, b) => a - b)) {
    yield bytes.subarray(from, end);
    from = end;
  }
  yield bytes.subarray(from);
}

async function readAll(parse: ParseFile, chunks: AsyncIterable<Uint8Array>) {
  const file = parse(chunks, options);
  const events: unknown[] = [];
  const refused: unknown[] = [];
  for await (const piece of file.pieces) {
    const numbers = Array.from({ length: piece.block.length }, (_, index) => index);
    const texts = await piece.textsOf(numbers);
    for (const index of numbers) events.push({ ...piece.block.at(index), text: texts[index] });
    refused.push(...piece.refused);
  }
  return { events, refused, ignored: file.ignored() };
}

const form = { type: 'submission', element_id: 5, fields: [{ field: 'a', field_type: 'radio', value: 'ä' }] };
const lines = [
  event(),
  event({ type: 'order', revenue: 12.34, campaign_id: 3 }),
  event(form),
  event({ currency: 'EUR', revnue: 3 }),
  event({ type: 'smile' }),
  event({ occurred_at: '2027-01-01T00:00:00Z' }),
].map((each) => JSON.stringify(each));
const text = `\uFEFF${lines.join('\n')}\n\nnot json\r\n${'x'.repeat(300_000)}\n${lines.join('\r\n')}`;

describe.each(ways)('a file that is parsed %s', (_way, parse, numRuns) => {
  test('has the same events and refusals wherever it is cut', async () => {
    const expected = await readAll(parseFile, cut(Buffer.from(text), []));
    expect([expected.events.length, expected.refused.length]).toEqual([8, 6]);
    expect(expected.ignored).toEqual({ ignored_keys: { revnue: 2 } });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 20 }), async (cuts) => {
        expect(await readAll(parse, cut(Buffer.from(text), cuts))).toEqual(expected);
      }),
      { numRuns },
    );
  });

  test.each([
    ['short', '{}\n'],
    ['blank', '\n\n\n'],
    ['long', `{${'x'.repeat(998)}\n`],
  ])('has no large piece, also if its lines are %s', async (_lines, line) => {
    const file = parse(cut(Buffer.from(line.repeat(2 ** 16 / line.length)), []), options);
    const sizes: number[] = [];
    for await (const { refused, textsOf } of file.pieces) {
      await textsOf([]);
      sizes.push(refused.length);
    }
    const expected = line.trim() === '' ? 0 : Math.floor(2 ** 16 / line.length);
    expect(sizes.reduce((one, other) => one + other)).toBe(expected);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8_192);
    // As few as possible: each piece is a message to another thread.
    expect(sizes.length).toBeLessThan(10 + expected / 1_000);
  });

  test('whose header is none is unreadable', async () => {
    await expect(readAll(parse, cut(Buffer.from('a,b\n1,2\n'), []))).rejects.toThrow(UnreadableFileError);
  });

  test('ends with the error of its stream', async () => {
    async function* chunks() {
      yield Buffer.from(`${lines[0]}\n`);
      throw new Error('the disk is gone');
    }
    await expect(inTime(readAll(parse, chunks()))).rejects.toThrow('the disk is gone');
  });

  test('whose source stays open gives what was read so far', async () => {
    async function* chunks() {
      yield Buffer.from(`${lines[0]}\n`);
      await sleep(3_600_000, undefined, { ref: false });
    }
    const pieces = parse(chunks(), options).pieces[Symbol.asyncIterator]();
    expect((await inTime(pieces.next())).value?.block.length).toBe(1);
    pieces.return?.().catch(() => {});
  });

  test('can be left at any time, also while it waits for more to read', async () => {
    async function* chunks() {
      for (let n = 0; n < 3; n++) yield Buffer.from(`${lines[0]}\n`.repeat(2_000));
      await sleep(3_600_000, undefined, { ref: false });
    }
    const read = async () => {
      for await (const { block } of parse(chunks(), options).pieces) return block.length;
      return 0;
    };
    expect(await inTime(read())).toBe(2_000);
  });
});
