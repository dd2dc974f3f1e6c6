import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { watchingTurns } from '../src/performance/measure/longest-turn.ts';

const BLOCK_MS = 200;
function block(): void {
  for (const until = performance.now() + BLOCK_MS; performance.now() < until; );
}

describe('the longest turn', () => {
  test.each([
    ['at the start', async () => (block(), sleep(20))],
    ['in the middle', async () => (await sleep(20), block(), sleep(20))],
    ['at the end', async () => (await sleep(20), block())],
    ['as the only one', async () => block()],
  ])('is seen %s', async (_place, work) => {
    const { ms, longestTurnMs } = await watchingTurns(work);
    expect(longestTurnMs).toBeGreaterThan(BLOCK_MS * 0.9);
    expect(ms).toBeGreaterThan(BLOCK_MS * 0.9);
  });

  test('is not the sum of the turns', async () => {
    const { ms, longestTurnMs } = await watchingTurns(async () => {
      for (let turn = 0; turn < 4; turn++) {
        block();
        await sleep(5);
      }
    });
    expect(longestTurnMs).toBeLessThan(ms);
  });
});
