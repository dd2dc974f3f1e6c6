import { expect, test } from '@jest/globals';
import { Turns } from '../src/turns.ts';

/** Works for this long, in rounds of a fraction of a millisecond. */
async function workFor(cpuMs: number): Promise<void> {
  const turns = new Turns();
  for (let worked = 0; worked < cpuMs; ) {
    const startedAt = performance.now();
    while (performance.now() - startedAt < 0.2);
    worked += 0.2;
    if (turns.isOver) await turns.next();
  }
}

test('however many do long work at once, the event loop turns every few milliseconds', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  // 60 of them, 600 ms in all. If each had a turn of its own, there would be about two turns of the loop.
  await Promise.all(Array.from({ length: 60 }, () => workFor(10)));
  isDone = true;
  expect(turns).toBeGreaterThan(60);
});

test('those that do long work take turns', async () => {
  const done: string[] = [];
  const long = workFor(100).then(() => done.push('long'));
  const short = workFor(8).then(() => done.push('short'));
  await Promise.all([long, short]);
  expect(done).toEqual(['short', 'long']);
});
