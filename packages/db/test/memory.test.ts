import { describe, expect, test } from '@jest/globals';
import { Memory } from '../src/index.ts';

const WORDS = { name: 'words', maxBytes: 10_000, bytesOf: ({ text }: { text: string }) => text.length };
const word = (length: number) => ({ text: 'x'.repeat(length) });

describe('a cache', () => {
  test('takes no more bytes than it may, and forgets what was not used for longest', () => {
    const memory = new Memory();
    const words = memory.cache(WORDS);
    words.set('used', word(800));
    words.set('unused', word(800));
    for (let n = 0; n < 100; n += 1) {
      words.set(`word ${n}`, word(800));
      words.get('used');
      expect(memory.use()[0]?.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(words.get('used')).toEqual(word(800));
    expect(words.get('unused')).toBeUndefined();
    expect(words.get('word 99')).toEqual(word(800));
  });

  test('does not remember a value that is larger than the cache, and keeps the others', () => {
    const words = new Memory().cache(WORDS);
    words.set('small', word(10));
    words.set('small', word(20_000));
    words.set('large', word(20_000));
    expect(words.get('large')).toBeUndefined();
    expect(words.get('small')).toBeUndefined();
  });

  test('measures a value anew when it is replaced', () => {
    const memory = new Memory();
    memory.cache(WORDS).set('a', word(100));
    const before = memory.use()[0]?.bytes ?? 0;
    memory.cache(WORDS).set('a', word(600));
    expect(memory.use()[0]?.bytes).toBe(before + 500);
  });

  test('counts hits and misses', () => {
    const memory = new Memory();
    const words = memory.cache(WORDS);
    words.set('a', word(1));
    for (const key of ['a', 'b', 'a', 'c']) words.get(key);
    expect(memory.use()).toMatchObject([{ name: 'words', entries: 1, hits: 2, misses: 2 }]);
    memory.clear('others');
    expect(words.get('a')).toEqual(word(1));
    memory.clear('words');
    expect(words.get('a')).toBeUndefined();
  });
});

test('each memory has its own values', () => {
  const [one, other] = [new Memory(), new Memory()];
  one.cache(WORDS).set('a', word(1));
  expect(other.cache(WORDS).get('a')).toBeUndefined();
  const LIST = Symbol('list');
  expect(one.once(LIST, () => [1])).toBe(one.once(LIST, () => [2]));
  expect(other.once(LIST, () => [3])).toEqual([3]);
});
