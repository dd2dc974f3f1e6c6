import { createLogger, createObservability, createRegistry } from '@funnel/service';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { createApp } from '../src/app.ts';
import { queueBackend, type WorkQueue } from '../src/queue/backend.ts';
import { type Store, stores } from './support/stores.ts';
import request from 'supertest';

const PASSWORD = 'a long enough password';
const REDIS_DATABASE = 5;

function appWith(password: string | undefined, queue: WorkQueue | undefined) {
  const logger = createLogger({ service: 'insights-worker', level: 'silent' });
  const observability = createObservability({
    logger,
    registry: createRegistry('insights-worker'),
    checks: {},
  });
  return createApp({ observability, queuePage: { password, queue: () => queue } });
}

test('there is no page without a password', async () => {
  await request(appWith(undefined, undefined)).get('/queue').expect(404);
});

test('returns 503 before the queue is open', async () => {
  const { body } = await request(appWith(PASSWORD, undefined)).get('/queue').auth('me', PASSWORD).expect(503);
  expect(body.code).toBe('unavailable');
});

describe.each(stores)('the page of a queue on $name', ({ open }) => {
  let store: Store;
  let queue: WorkQueue;

  beforeAll(async () => {
    store = await open(REDIS_DATABASE);
    queue = new Queue('insights', { connection: {} }, queueBackend(store));
    await queue.obliterate({ force: true });
    await queue.add('snapshot', { website_id: 1, week: '2026-11-09' }, { jobId: 'snapshot-1-2026-11-09' });
  });
  afterAll(async () => {
    await queue.close();
    await store.drop();
  });

  test.each([
    ['no credentials', {}],
    ['a wrong password', { authorization: `Basic ${btoa('me:wrong')}` }],
    ['an empty password', { authorization: `Basic ${btoa('me:')}` }],
    ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
    ['invalid Base64', { authorization: 'Basic %%%' }],
  ])('requires a login on every path for a request with %s', async (_what, headers) => {
    for (const path of ['/queue', '/queue/api/queues', '/queue/static/nothing.js']) {
      const { headers: answered, body } = await request(appWith(PASSWORD, queue))
        .get(path)
        .set(headers)
        .expect(401);
      expect(answered['www-authenticate']).toMatch(/^Basic realm=/);
      expect(body.code).toBe('unauthorized');
    }
  });

  test('is shown with the right password, loads nothing from other hosts and cannot be framed', async () => {
    const { text, headers } = await request(appWith(PASSWORD, queue))
      .get('/queue')
      .auth('me', PASSWORD)
      .expect(200);
    expect(text).toMatch(/<!DOCTYPE html>/i);
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('shows the jobs', async () => {
    const { body } = await request(appWith(PASSWORD, queue))
      .get('/queue/api/queues?activeQueue=insights&status=latest&page=1&jobsPerPage=10')
      .auth('me', PASSWORD)
      .expect(200);
    expect(body.queues[0]).toMatchObject({ name: 'insights', readOnlyMode: true });
    expect(body.queues[0].jobs[0]).toMatchObject({ id: 'snapshot-1-2026-11-09', name: 'snapshot' });
  });

  test('is read-only', async () => {
    await request(appWith(PASSWORD, queue))
      .put('/queue/api/queues/insights/pause')
      .auth('me', PASSWORD)
      .expect(405)
      .expect('Allow', 'GET, HEAD');
    expect(await queue.isPaused()).toBe(false);
  });
});
