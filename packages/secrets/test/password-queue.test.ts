import { expect, test } from '@jest/globals';
import { createPasswordQueue } from '../src/index.ts';

const busy = 'Try again.';

/** Checks that end when the test says so. */
function heldChecks() {
  const ends: (() => void)[] = [];
  let [running, most] = [0, 0];
  const check = async (result: string) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    return result;
  };
  return { check, ends, most: () => most };
}

test('a few passwords are checked at once, the others in their order', async () => {
  const { check, ends, most } = heldChecks();
  const inTurn = createPasswordQueue({ busy, maxWaitMs: 60_000 });
  const results = Promise.all(['a', 'b', 'c', 'd'].map((name) => inTurn(() => check(name))));
  for (let ended = 0; ended < 4; ended += 1) {
    while (ends.length <= ended) await new Promise((resolve) => setImmediate(resolve));
    ends[ended]?.();
  }
  expect(await results).toEqual(['a', 'b', 'c', 'd']);
  expect(most()).toBe(2);
});

test('who would wait too long is told so, and a check that has begun is never given up', async () => {
  const { check, ends } = heldChecks();
  const inTurn = createPasswordQueue({ busy, maxWaitMs: 20 });
  const begun = ['a', 'b'].map((name) => inTurn(() => check(name)));
  await expect(inTurn(() => check('c'))).rejects.toMatchObject({ code: 'overloaded', detail: busy });
  for (const end of ends) end();
  expect(await Promise.all(begun)).toEqual(['a', 'b']);
  const next = inTurn(() => check('d'));
  while (ends.length < 3) await new Promise((resolve) => setImmediate(resolve));
  ends[2]?.();
  expect(await next).toBe('d');
});

test('a check that fails gives its place back', async () => {
  const inTurn = createPasswordQueue({ busy });
  for (let count = 0; count < 3; count += 1)
    await expect(inTurn(() => Promise.reject(new Error('database lost')))).rejects.toThrow('database lost');
  expect(await inTurn(async () => 'checked')).toBe('checked');
});
