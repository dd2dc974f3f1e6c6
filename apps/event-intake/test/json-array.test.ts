import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readArray } from '../src/events/read-array.ts';

/** Splits a text at the given places, given in percent of its bytes. */
function* chunksOf(text: string, cuts: readonly number[]): Generator<Buffer> {
  const bytes = Buffer.from(text);
  const places = cuts.map((percent) => Math.floor((bytes.length * percent) / 100)).sort((a, b) => a - b);
  let from = 0;
  for (const place of [...places, bytes.length]) {
    yield bytes.subarray(from, place);
    from = place;
  }
}

async function read(text: string, cuts: readonly number[] = [], maxBytes = 1_000_000) {
  const elements = [];
  for await (const some of readArray(asynchronous(chunksOf(text, cuts)), maxBytes)) elements.push(...some);
  return elements;
}

async function* asynchronous<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

test('finds the same elements as JSON.parse, wherever the chunks are cut', async () => {
  const cuts = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      cuts,
      fc.integer({ min: 0, max: 3 }),
      async (values, at, space) => {
        const elements = await read(JSON.stringify(values, null, space), at);
        expect(elements.map(({ text }) => JSON.parse(text ?? ''))).toEqual(
          JSON.parse(JSON.stringify(values)) as unknown[],
        );
        expect(elements.map(({ number }) => number)).toEqual(values.map((_value, index) => index + 1));
      },
    ),
  );
});

test('accepts and rejects the same texts as JSON.parse, wherever they are damaged', async () => {
  const damage = fc.tuple(
    fc.integer({ min: 0, max: 99 }),
    fc.constantFrom('', ',', '[', ']', '{', '}', '"', '1'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { minLength: 1 }),
      damage,
      async (values, [percent, inserted]) => {
        const text = JSON.stringify(values);
        const at = Math.floor((text.length * percent) / 100);
        const damaged = text.slice(0, at) + inserted + text.slice(at + 1);
        const parsed = () => JSON.parse(damaged) as unknown;
        const split = async () =>
          (await read(damaged)).map((element) => JSON.parse(element.text ?? '') as unknown);
        const expected = attempt(parsed);
        if (Array.isArray(expected)) expect(await split()).toEqual(expected);
        else await expect(split()).rejects.toThrow();
      },
    ),
  );
});

function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

test('skips an element that is too long without keeping it', async () => {
  const text = JSON.stringify([{ id: 1 }, { note: 'x'.repeat(500) }, { id: 3 }]);
  expect(await read(text, [20, 40, 60, 80], 100)).toEqual([
    { number: 1, text: '{"id":1}' },
    { number: 2, text: undefined },
    { number: 3, text: '{"id":3}' },
  ]);
});

test('ignores a byte order mark and space around the array', async () => {
  expect(await read('\uFEFF \n[ 1 , "a" ]\r\n')).toEqual([
    { number: 1, text: '1' },
    { number: 2, text: '"a"' },
  ]);
});
