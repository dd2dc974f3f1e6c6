import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { isTemporaryFailure } from '../src/index.ts';
import { Machine } from '../src/machines/machine.ts';

const never = () => new Promise<never>(() => {});
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error: unknown) => (isTemporaryFailure(error) ? 'temporary' : error),
  );

let answers: boolean;
let checks: number;
const open = (maxUnderWay: number) =>
  new Machine({
    maxUnderWay,
    check: async () => {
      checks += 1;
      return answers;
    },
  });

beforeEach(() => {
  [answers, checks] = [true, 0];
});

test('a machine in time is never asked whether it answers', async () => {
  expect(await open(1).run(async () => 'done')).toBe('done');
  expect(checks).toBe(0);
});

test('a transaction that takes long on a machine that answers goes on', async () => {
  expect(await open(1).run(async () => sleep(800, 'done'))).toBe('done');
  expect(checks).toBe(1);
});

test('a machine that does not answer fails what is under way, what waits and what comes, until it answers', async () => {
  const machine = open(2);
  answers = false;
  const early = [machine.run(never), machine.run(never), machine.run(async () => 'third')].map(outcomeOf);
  expect(await Promise.all(early)).toEqual(['temporary', 'temporary', 'temporary']);
  expect(await outcomeOf(machine.run(async () => 'late'))).toBe('temporary');
  expect(checks).toBe(1);
  answers = true;
  await sleep(1_500);
  // The first two are still under way, and have their connections.
  expect(await Promise.race([machine.run(async () => 'next'), sleep(100, 'waits')])).toBe('waits');
});

test('a busy machine that accepts no connection, but completes transactions, is not lost', async () => {
  const machine = new Machine({ maxUnderWay: 2, check: async () => sleep(500, false) });
  const slow = machine.run(async () => sleep(1_300, 'slow'));
  const others = async () => {
    for (let count = 0; count < 10; count++) await machine.run(async () => sleep(100, 'done'));
    return 'all done';
  };
  expect(await Promise.all([slow, others()])).toEqual(['slow', 'all done']);
});

test('a transaction that fails makes room for the next one', async () => {
  const machine = open(1);
  const failed = machine.run(async () => {
    throw new Error('no');
  });
  const next = machine.run(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('if nobody can be asked, the coordinator is the reason, and no machine is lost', async () => {
  const machine = new Machine({
    maxUnderWay: 1,
    check: () => Promise.reject(new Error('no coordinator')),
  });
  expect(await machine.run(async () => sleep(1_200, 'done'))).toBe('done');
});

test('an internal error of Citus is temporary if it has lost a worker, and only then', () => {
  const internal = { code: 'XX000', message: 'any' };
  expect(isTemporaryFailure({ ...internal, routine: 'MarkRemoteTransactionFailed' })).toBe(true);
  expect(isTemporaryFailure({ ...internal, routine: 'CheckRemoteTransactionsHealth' })).toBe(true);
  expect(isTemporaryFailure({ ...internal, routine: 'elog' })).toBe(false);
  expect(isTemporaryFailure({ code: '23505', routine: 'MarkRemoteTransactionFailed' })).toBe(false);
});
