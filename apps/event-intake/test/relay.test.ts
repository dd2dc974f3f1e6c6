import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { viewOf, viewsOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
if (!redisUrl) console.warn('SKIPPED: TEST_REDIS_URL is not set, so the relay is not tested');
const withRedis = redisUrl ? test : test.skip;

const script = fileURLToPath(new URL('../examples/relay.mjs', import.meta.url));
const EVENTS = 4_000;
const KILLS = 4;

let intake: IntakeApp;
let redis: Redis;
let stream: string;
const relays: ChildProcess[] = [];
beforeAll(async () => {
  intake = await startIntakeApp();
  redis = new Redis(redisUrl ?? '', { lazyConnect: true });
  stream = `events-${randomUUID()}`;
});
afterAll(async () => {
  for (const relay of relays) relay.kill('SIGKILL');
  await redis.del(stream, `${stream}:refused`).catch(() => {});
  redis.disconnect();
  await intake.stop();
});

function startRelay(token: string): ChildProcess {
  const relay = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'],
      REDIS_URL: redisUrl,
      INTAKE_URL: intake.url,
      INTAKE_TOKEN: token,
      STREAM: stream,
      CONSUMER: 'relay-1',
    },
    stdio: 'ignore',
  });
  relays.push(relay);
  return relay;
}

async function add(events: readonly string[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (const event of events) pipeline.xadd(stream, '*', 'event', event);
  await pipeline.exec();
}

/** How many entries are not acknowledged yet. */
async function unfinished(): Promise<number> {
  const [group] = (await redis.xinfo('GROUPS', stream)) as unknown[][];
  const fact = (name: string) => Number(group?.[group.indexOf(name) + 1]);
  return fact('pending') + fact('lag');
}

withRedis(
  'every event counts exactly once, although the relay is killed in the middle of its work',
  async () => {
    const { token } = await intake.token({ websiteIds: [11] });
    const before = await totalsOf(intake.database, 11);
    await add(viewsOf(EVENTS).map((event) => JSON.stringify(event)));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const relay = startRelay(token);
      // Somewhere between the request and the acknowledgement of a batch.
      await until(async () => expect(await viewsSince(before.views)).toBeGreaterThanOrEqual(kill * 500));
      relay.kill('SIGKILL');
      await once(relay, 'exit');
    }
    const last = startRelay(token);
    await until(async () => expect(await unfinished()).toBe(0));
    expect(await viewsSince(before.views)).toBe(EVENTS);
    last.kill('SIGTERM');
    expect(await once(last, 'exit')).toEqual([0, null]);
  },
);

withRedis('what the intake refuses is put aside with its reason, and does not block the rest', async () => {
  const { token } = await intake.token({ websiteIds: [11] });
  const before = await totalsOf(intake.database, 11);
  await add([
    JSON.stringify(viewOf(), null, 2),
    'not an event',
    JSON.stringify(viewOf(21)),
    JSON.stringify(viewOf()),
  ]);
  const relay = startRelay(token);
  await until(async () => expect(await unfinished()).toBe(0));
  // Alone in its batch, a text that is not JSON is refused with the whole request.
  await add(['not an event either']);
  await until(async () => expect(await redis.xlen(`${stream}:refused`)).toBe(3));
  const aside = await redis.xrange(`${stream}:refused`, '-', '+');
  expect(aside.map(([, fields]) => fields[fields.indexOf('reason') + 1])).toEqual([
    'the line is not valid JSON',
    'website_id: this token may not write to website 21',
    expect.stringContaining('No line of the body is valid JSON'),
  ]);
  // A batch that is refused as a whole has a reason for each of its events.
  await add([viewOf(21), viewOf(11, { type: 'smile' })].map((event) => JSON.stringify(event)));
  await until(async () => expect(await redis.xlen(`${stream}:refused`)).toBe(5));
  const last = await redis.xrange(`${stream}:refused`, '-', '+');
  expect(last.slice(3).map(([, fields]) => fields[fields.indexOf('reason') + 1])).toEqual([
    'website_id: this token may not write to website 21',
    expect.stringMatching(/^type must be one of view, /),
  ]);
  expect(await viewsSince(before.views)).toBe(2);
  relay.kill('SIGTERM');
  await once(relay, 'exit');
});

async function viewsSince(views: number): Promise<number> {
  return (await totalsOf(intake.database, 11)).views - views;
}
