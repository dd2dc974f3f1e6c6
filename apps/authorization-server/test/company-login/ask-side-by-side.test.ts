import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanyIdentity } from '@funnel/identity';
import { expect, test } from '@jest/globals';
import { createAskedOnce } from '../../src/company-login/asked-once.ts';
import { startAsking } from '../../src/company-login/ask-side-by-side.ts';
import { createWaitingShare, TooManyWaiting } from '../../src/client-metadata/waiting-share.ts';

const LIMITS = { companies: 3, eachCompany: 2, failedMs: 1_000, allMs: 60_000 };
const people = (accountId: number, count: number) =>
  Array.from({ length: count }, (_, userId) => ({ accountId, userId }) as CompanyIdentity);

test('several companies are asked at once, each about some people, and a hanging one holds up nobody', async () => {
  const running = new Map<number, number>();
  const most = new Map<number, number>();
  const answered: number[] = [];
  const failed: number[] = [];
  await startAsking({ ...LIMITS, failedMs: 250 }).each(
    [...people(1, 50), ...people(2, 10), ...people(3, 10)],
    async ({ accountId }) => {
      running.set(accountId, (running.get(accountId) ?? 0) + 1);
      most.set(accountId, Math.max(most.get(accountId) ?? 0, running.get(accountId) ?? 0));
      await sleep(accountId === 1 ? 200 : 1);
      running.set(accountId, (running.get(accountId) ?? 0) - 1);
      if (accountId === 1) throw new Error('no answer');
      answered.push(accountId);
    },
    (_error, { accountId }) => failed.push(accountId),
  );
  expect(answered).toHaveLength(20);
  // It is given up for this check, instead of for 50 times as long.
  expect(failed.length).toBeGreaterThanOrEqual(2);
  expect(failed.length).toBeLessThanOrEqual(4);
  expect(Object.fromEntries(most)).toEqual({ 1: 2, 2: 2, 3: 2 });
});

test('questions that are refused quickly stop no others of the company', async () => {
  let asked = 0;
  await startAsking({ ...LIMITS, failedMs: 5_000 }).each(
    people(1, 100),
    async () => {
      asked += 1;
      throw new Error('refused');
    },
    () => {},
  );
  expect(asked).toBe(100);
});

test('a check ends in time, whatever the companies do', async () => {
  const asking = startAsking({ ...LIMITS, allMs: 100 });
  let asked = 0;
  const ask = async () => {
    asked += 1;
    await sleep(60);
  };
  await asking.each(people(1, 1_000), ask, () => {});
  expect(asking.isOver()).toBe(true);
  expect(asked).toBeLessThanOrEqual(6);
});

test('one question is asked for all who wait, and a failure is remembered for a moment', async () => {
  const askedOnce = createAskedOnce<string>({ knownForMs: 60_000, failedForMs: 100 });
  let asked = 0;
  const failing = async () => {
    asked += 1;
    await sleep(10);
    throw new Error('down');
  };
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => askedOnce('a', failing)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await expect(askedOnce('a', failing)).rejects.toThrow('down');
  expect(asked).toBe(1);
  await sleep(150);
  expect(await askedOnce('a', async () => 'up')).toBe('up');
  expect(await askedOnce('a', failing)).toBe('up');
  // That there was no place is not the failure of the server.
  await expect(askedOnce('b', () => Promise.reject(new TooManyWaiting()))).rejects.toThrow(TooManyWaiting);
  expect(await askedOnce('b', async () => 'up')).toBe('up');
});

test('servers that hang leave a first place to others', async () => {
  const share = createWaitingShare({ max: 4, maxEach: 2, maxFirst: 6 });
  const hang = new Promise<string>(() => {});
  for (const whom of ['one', 'one', 'two', 'two']) void share(whom, () => hang);
  expect(await share('three', async () => 'x')).toBe('x');
  for (const whom of ['three', 'four']) void share(whom, () => hang);
  await expect(share('three', async () => 'x')).rejects.toThrow(TooManyWaiting);
  await expect(share('five', async () => 'x')).rejects.toThrow(TooManyWaiting);
});
