import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Combiner } from '../src/index.ts';

/** Calls that are served when a test says so. */
function heldCalls(
  options: { maxUnderWay?: number; maxTogether?: number; soon?: (start: () => void) => void } = {},
) {
  const served: { calls: readonly string[]; end: (failure?: Error) => void }[] = [];
  let idle = 0;
  const combiner = new Combiner<string, string>({
    serve(calls) {
      let end = (_failure?: Error) => {};
      const ended = new Promise<void>((resolve, reject) => {
        end = (failure) => (failure ? reject(failure) : resolve());
      });
      served.push({ calls, end });
      return calls.map(async (call) => (await ended, call.toUpperCase()));
    },
    maxUnderWay: () => options.maxUnderWay ?? 1,
    maxTogether: () => options.maxTogether ?? Infinity,
    weightOf: (call) => call.length,
    ...(options.soon && { soon: options.soon }),
    onIdle: () => (idle += 1),
  });
  return { combiner, served, idle: () => idle };
}

/** A caller who leaves when a test says so. */
function leaver() {
  let leave = (_reason: unknown) => {};
  return {
    ready: (itsLeave: typeof leave) => {
      leave = itsLeave;
    },
    leave: (reason: unknown) => leave(reason),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('calls', () => {
  test('that arrive while others are under way share the next serving', async () => {
    const { combiner, served, idle } = heldCalls();
    const results = Promise.all(['a', 'b', 'c'].map((call) => combiner.ask(call)));
    expect(served.map(({ calls }) => calls)).toEqual([['a']]);
    served[0]?.end();
    await turn();
    expect(served.map(({ calls }) => calls)).toEqual([['a'], ['b', 'c']]);
    expect(idle()).toBe(0);
    served[1]?.end();
    expect(await results).toEqual(['A', 'B', 'C']);
    await turn();
    expect(idle()).toBe(1);
  });

  test('of one turn of the event loop share the first serving, if they may wait for its end', async () => {
    const { combiner, served } = heldCalls({ soon: setImmediate });
    const results = Promise.all([combiner.ask('a'), Promise.resolve().then(() => combiner.ask('b'))]);
    expect(served).toEqual([]);
    await turn();
    expect(served.map(({ calls }) => calls)).toEqual([['a', 'b']]);
    const late = combiner.ask('c');
    served[0]?.end();
    expect(await results).toEqual(['A', 'B']);
    await turn();
    served[1]?.end();
    expect(await late).toBe('C');
  });

  test('are served together up to a weight, and one that is heavier alone', async () => {
    const { combiner, served } = heldCalls({ maxTogether: 5 });
    const results = ['x', 'aa', 'bbb', 'cc', 'dddddddd', 'e'].map((call) => combiner.ask(call));
    for (let n = 0; n < 4; n += 1) {
      served[n]?.end();
      await turn();
    }
    expect(served.map(({ calls }) => calls)).toEqual([['x'], ['aa', 'bbb'], ['cc'], ['dddddddd'], ['e']]);
    served[4]?.end();
    expect(await Promise.all(results)).toEqual(['X', 'AA', 'BBB', 'CC', 'DDDDDDDD', 'E']);
  });

  test('with the same key count as one, and wait while it is under way', async () => {
    const { combiner, served } = heldCalls({ maxUnderWay: 2 });
    const ask = (call: string) => combiner.ask(call, { key: call });
    const results = Promise.all([ask('a'), ask('a'), ask('a'), ask('b')]);
    expect(served.map(({ calls }) => calls)).toEqual([['a'], ['b']]);
    expect(combiner.size).toBe(1);
    expect([combiner.isWaiting('a'), combiner.isWaiting('b')]).toEqual([true, false]);
    served[0]?.end();
    await turn();
    expect(served.map(({ calls }) => calls)).toEqual([['a'], ['b'], ['a']]);
    served[1]?.end();
    served[2]?.end();
    expect(await results).toEqual(['A', 'A', 'A', 'B']);
  });

  test('fail together with those they were served with, and the next ones are served', async () => {
    const { combiner, served } = heldCalls();
    const results = Promise.allSettled(['a', 'b', 'c'].map((call) => combiner.ask(call)));
    served[0]?.end();
    await turn();
    served[1]?.end(new Error('no'));
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const next = combiner.ask('d');
    await turn();
    served[2]?.end();
    expect(await next).toBe('D');
  });

  test('fail if they cannot even start, and give their place back', async () => {
    let broken = true;
    const combiner = new Combiner<number, number>({
      serve(calls) {
        if (broken) throw new Error('no');
        return calls.map(async (call) => call);
      },
      maxUnderWay: () => 1,
    });
    await expect(combiner.ask(1)).rejects.toThrow('no');
    broken = false;
    expect(await combiner.ask(2)).toBe(2);
  });
});

describe('callers who leave', () => {
  test('are told so at once, and what nobody wants any more is not served', async () => {
    const { combiner, served } = heldCalls();
    const leaving = leaver();
    const first = combiner.ask('a');
    const [left, stays] = [
      combiner.ask('b', { key: 'b', leaving: leaving.ready }),
      combiner.ask('c', { key: 'c' }),
    ];
    const alsoStays = combiner.ask('b', { key: 'b' });
    leaving.leave(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    served[0]?.end();
    await turn();
    expect(served[1]?.calls).toEqual(['b', 'c']);
    const alone = leaver();
    const leavesAlone = combiner.ask('e', { leaving: alone.ready });
    alone.leave(new Error('gone'));
    await expect(leavesAlone).rejects.toThrow('gone');
    expect(combiner.size).toBe(0);
    served[1]?.end();
    expect(await Promise.all([first, stays, alsoStays])).toEqual(['A', 'C', 'B']);
    expect(served).toHaveLength(2);
  });
});

test('a call that waits for its key is served when the place was free before', async () => {
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  let served = 0;
  const combiner = new Combiner<string, number>({
    serve: (calls) => calls.map(async () => ((served += 1) === 1 ? (await held, 1) : 2)),
    maxUnderWay: () => 1,
    // Nobody waits for a slow one.
    placeIsFree: async () => {},
  });
  const first = combiner.ask('slow', { key: 'slow' });
  await turn();
  const second = combiner.ask('slow', { key: 'slow' });
  await turn();
  end();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('every call gets its own result, in any order of arrivals, weights and ends', async () => {
  const call = fc.record({ value: fc.nat(9), weight: fc.integer({ min: 1, max: 4 }), pause: fc.nat(3) });
  const limits = fc.record({
    maxUnderWay: fc.integer({ min: 1, max: 3 }),
    maxTogether: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { maxLength: 30 }),
      limits,
      async (calls, { maxUnderWay, maxTogether }) => {
        let underWay = 0;
        let most = 0;
        const combiner = new Combiner<(typeof calls)[number], number>({
          serve(some) {
            underWay += 1;
            most = Math.max(most, underWay);
            const weight = some.reduce((sum, each) => sum + each.weight, 0);
            expect(some.length === 1 || weight <= maxTogether).toBe(true);
            const turns = Math.max(...some.map(({ pause }) => pause));
            const done = (async () => {
              for (let n = 0; n < turns; n += 1) await turn();
              underWay -= 1;
            })();
            return some.map(async ({ value }) => (await done, value * 2));
          },
          maxUnderWay: () => maxUnderWay,
          maxTogether: () => maxTogether,
          weightOf: ({ weight }) => weight,
        });
        const asked = [];
        for (const each of calls) {
          asked.push(combiner.ask(each));
          if (each.pause === 0) await turn();
        }
        expect(await Promise.all(asked)).toEqual(calls.map(({ value }) => value * 2));
        expect(most).toBeLessThanOrEqual(maxUnderWay);
      },
    ),
    { numRuns: 200 },
  );
});
