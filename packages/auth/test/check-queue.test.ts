import { describe, expect, test } from '@jest/globals';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createCheckQueue } from '../src/server/check-queue.ts';
import { startDeadline } from '../src/server/deadline.ts';

const LONG_MS = 60_000;
const never = () => new Promise<string>(() => {});

describe('a queue of checks', () => {
  test('rejects a request that waits too long, and never starts its check', async () => {
    const started: string[] = [];
    const check = (tokens: readonly string[]) => {
      started.push(...tokens);
      return tokens.map(never);
    };
    const limits = () => ({ maxRunning: 1, batchSize: 1 });
    const ask = createCheckQueue(check, { timeoutMs: 20, maxWaiting: 10, limits });
    const answers = await Promise.allSettled(['a', 'b', 'b'].map((token) => ask(token)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(started).toEqual(['a']);
  });

  test('rejects a token at once when too many others wait; the same token still joins', async () => {
    const pending: (() => void)[] = [];
    const check = (tokens: readonly string[]) =>
      tokens.map((token) => new Promise<string>((resolve) => pending.push(() => resolve(token))));
    const limits = () => ({ maxRunning: 1, batchSize: 1 });
    const ask = createCheckQueue(check, { timeoutMs: LONG_MS, maxWaiting: 2, limits });
    const accepted = ['a', 'b', 'c', 'c'].map((token) => ask(token));
    await expect(ask('d')).rejects.toThrow('too many');
    for (let answered = 0; answered < 3; answered++) {
      pending.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c', 'c']);
  });

  test('starts tokens in the order of their first request', async () => {
    const started: string[][] = [];
    const check = (tokens: readonly string[]) => {
      started.push([...tokens]);
      return tokens.map(async (token) => token);
    };
    const limits = () => ({ maxRunning: 1, batchSize: 2 });
    const ask = createCheckQueue(check, { timeoutMs: LONG_MS, maxWaiting: 10, limits });
    await Promise.all(['a', 'b', 'c', 'a', 'd', 'b'].map((token) => ask(token)));
    expect(started).toEqual([['a'], ['b', 'c'], ['a', 'd']]);
  });

  test('makes a call part of the trace of its first request', async () => {
    const traces: unknown[] = [];
    const check = (tokens: readonly string[], trace: unknown) => {
      traces.push(trace);
      return tokens.map(async (token) => token);
    };
    const limits = () => ({ maxRunning: 1, batchSize: 5 });
    const ask = createCheckQueue(check, { timeoutMs: LONG_MS, maxWaiting: 10, limits });
    await Promise.all([
      ask('a', { traceparent: 'first' }),
      ask('b', { traceparent: 'second' }),
      ask('b', { traceparent: 'third' }),
      ask('c'),
    ]);
    expect(traces).toEqual([{ traceparent: 'first' }, { traceparent: 'second' }]);
  });

  test('does not let one slow call hold up all others', async () => {
    let finish = (_token: string) => {};
    const slow = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const check = (tokens: readonly string[]) =>
      tokens.map(async (token) => (token === 'slow' ? slow : token));
    const limits = () => ({ maxRunning: 1, batchSize: 5, patienceMs: 5 });
    const ask = createCheckQueue(check, { timeoutMs: LONG_MS, maxWaiting: 10, limits });
    const first = ask('slow');
    expect(await Promise.all(['a', 'b', 'a'].map((token) => ask(token)))).toEqual(['a', 'b', 'a']);
    finish('slow');
    expect(await first).toBe('slow');
  });

  test('lets one token fail without the others of its batch', async () => {
    const check = (tokens: readonly string[]) =>
      tokens.map(async (token) => {
        if (token === 'bad') throw new Error('no');
        return token;
      });
    const limits = () => ({ maxRunning: 1, batchSize: 5 });
    const ask = createCheckQueue(check, { timeoutMs: LONG_MS, maxWaiting: 10, limits });
    const answers = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((token) => ask(token)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });
});

test('a deadline that passes during a pause of the process comes after what has arrived', async () => {
  const events: string[] = [];
  const server = createServer((accepted) => {
    accepted.on('error', () => {});
    accepted.on('data', () => {
      accepted.write('answer');
      startDeadline(1, () => {
        events.push('deadline');
        server.emit('expired');
      });
      for (const endsAt = performance.now() + 30; performance.now() < endsAt; );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', () => events.push('answer')).write('question');
  await once(server, 'expired');
  socket.end();
  server.close();
  expect(events).toEqual(['answer', 'deadline']);
});
