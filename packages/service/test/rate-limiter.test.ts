import { ServiceError } from '@funnel/domain';
import { createLogger, createRateLimiter, createRegistry } from '../src/index.ts';
import type { RateLimiter } from '../src/limits/rate-limiter.ts';
import { until } from '@funnel/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

const redisUrl = process.env['TEST_REDIS_URL'];
const open: RateLimiter[] = [];

/** The timeout is long, so that a busy machine does not let requests pass uncounted. */
function start(perMinute: number, redis?: string, redisTimeoutMs = 60_000) {
  const registry = createRegistry('test');
  let log = '';
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: 'test', level: 'info', destination });
  const limiter = createRateLimiter({ perMinute, redisUrl: redis, redisTimeoutMs, logger, registry });
  open.push(limiter);
  return { limiter, metrics: () => registry.metrics(), logged: () => log };
}

/** Waits for the connection: until then requests pass uncounted. */
function connected(limiter: RateLimiter): Promise<void> {
  return until(async () => expect(await limiter.take(`probe ${randomUUID()}`)).toHaveProperty('RateLimit'));
}

afterEach(async () => {
  for (const limiter of open.splice(0)) await limiter.close();
});

const stores = [
  { name: 'the process', url: undefined },
  ...(redisUrl ? [{ name: 'Redis', url: redisUrl }] : []),
];
if (!redisUrl) test.skip('Redis: not tested, because TEST_REDIS_URL is not set', () => {});

if (redisUrl)
  test('a password of Redis may have every character with a meaning in a URL', async () => {
    const admin = new Redis(redisUrl);
    const [user, password] = [`user-${randomUUID()}`, 'p@ss:w/o?r#d%20&=+ "q" [x] é'];
    await admin.call('ACL', 'SETUSER', user, 'on', `>${password}`, '~*', '&*', '+@all');
    const url = new URL(redisUrl);
    url.username = user;
    url.password = encodeURIComponent(password);
    const { limiter } = start(5, url.href);
    await connected(limiter);
    await admin.call('ACL', 'DELUSER', user);
    admin.disconnect();
  });

describe.each(stores)('counted in $name', ({ url }) => {
  test('rejects requests above the limit with 429 and the time to wait', async () => {
    const { limiter, metrics } = start(3, url);
    if (url) await connected(limiter);
    const [mine, other] = [randomUUID(), randomUUID()];
    const left: string[] = [];
    for (let request = 0; request < 3; request++) {
      const headers = await limiter.take(mine);
      expect(headers['RateLimit-Policy']).toBe('"per-minute";q=3;w=60');
      left.push(/^"per-minute";(r=\d+);t=[1-6]?\d$/.exec(headers['RateLimit'] ?? '')?.[1] ?? '');
    }
    expect(left).toEqual(['r=2', 'r=1', 'r=0']);
    for (let request = 0; request < 3; request++) {
      const error = await limiter.take(mine).catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(ServiceError);
      const { status, code, detail, headers } = error as ServiceError;
      expect({ status, code }).toEqual({ status: 429, code: 'rate_limited' });
      expect(detail).toMatch(/^More than 3 requests in a minute.*Try again in [1-6]?\d s\.$/);
      expect(headers?.['Retry-After']).toMatch(/^[1-6]?\d$/);
      expect(headers?.['RateLimit']).toMatch(/^"per-minute";r=0;t=\d+$/);
    }
    expect((await limiter.take(other))['RateLimit']).toMatch(/r=2/);
    expect(await metrics()).toMatch(/^rate_limited_requests_total\{kind="credential".*\} 3$/m);
  });

  test('accepts exactly the limit of many concurrent requests', async () => {
    const { limiter } = start(20, url);
    if (url) await connected(limiter);
    const key = randomUUID();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => limiter.take(key)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });
});

test('does not count without a limit', async () => {
  const { limiter } = start(0);
  for (let request = 0; request < 1000; request++) expect(await limiter.take('one')).toEqual({});
});

test('processes without Redis count separately', async () => {
  const key = randomUUID();
  for (const { limiter } of [start(1), start(1)])
    expect((await limiter.take(key))['RateLimit']).toMatch(/r=0/);
});

if (redisUrl) {
  test('processes with Redis count together, for a minute', async () => {
    const key = randomUUID();
    const [one, other] = [start(2, redisUrl).limiter, start(2, redisUrl).limiter];
    await Promise.all([connected(one), connected(other)]);
    await one.take(key);
    await other.take(key);
    await expect(one.take(key)).rejects.toMatchObject({ code: 'rate_limited' });
    const redis = new Redis(redisUrl);
    const ttl = await redis.pttl(`funnel-rate-limit:${key}`);
    await redis.quit();
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(60_000);
  });
}

test('requests pass while Redis is unavailable, and a metric and the log report it', async () => {
  const { limiter, metrics, logged } = start(1, 'redis://127.0.0.1:9');
  for (let request = 0; request < 5; request++) expect(await limiter.take('one')).toEqual({});
  expect(await metrics()).toMatch(/^rate_limit_failures_total\{.*\} 5$/m);
  expect(logged()).toContain('the rate limiter cannot reach Redis');
  expect(logged().trim().split('\n').length).toBeLessThanOrEqual(3);
});

test('requests pass if Redis accepts connections but never answers', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const { limiter } = start(1, `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, 250);
  await until(async () => expect(sockets).not.toEqual([]));
  expect(await limiter.take('one')).toEqual({});
  await limiter.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});
