import { createLogger, createObservability, createRegistry, readConfig } from '@funnel/service';
import { expect, test } from '@jest/globals';
import { createApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import request from 'supertest';

const logger = createLogger({ service: 'insights-worker', level: 'silent' });
const observability = createObservability({
  logger,
  registry: createRegistry('insights-worker'),
  checks: {},
});
const app = createApp({ observability });

test('serves the health endpoints', async () => {
  await request(app).get('/healthz').expect(200, { status: 'ok' });
  await request(app).head('/readyz').expect(200);
  await request(app).get('/metrics').expect(200);
});

test('returns a 404 problem for an unknown path, with or without a body', async () => {
  const { body } = await request(app)
    .get('/nothing')
    .expect(404)
    .expect('Content-Type', 'application/problem+json');
  expect(body).toMatchObject({ status: 404, code: 'not_found' });
  await request(app).post('/nothing').send({ any: 'thing' }).expect(404);
});

test('returns 405 with the allowed methods for a wrong method', async () => {
  await request(app).post('/readyz').expect(405).expect('Allow', 'GET, HEAD');
});

test('behind a pooler the queue needs Redis', () => {
  const env = { DATABASE_URL: 'postgres://h/d', DATABASE_POOLER: 'transaction' };
  expect(() => readConfig(configSchema, env)).toThrow(
    'REDIS_URL is required with DATABASE_POOLER=transaction',
  );
  expect(readConfig(configSchema, { ...env, REDIS_URL: 'redis://h' }).DATABASE_POOLER).toBe('transaction');
});

test('a browser gets pages for errors, and the files that they load', async () => {
  for (const [method, path, status] of [
    ['get', '/nothing', 404],
    ['put', '/healthz', 405],
  ] as const) {
    const { text } = await request(app)[method](path).accept('html').expect(status);
    expect(text).toContain('<header class="top">');
    const files = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(files).toEqual(['/favicon.svg', expect.stringMatching(/^\/assets\/pages\.[\w-]{12}\.css$/)]);
    for (const file of [...files, '/favicon.ico']) await request(app).get(file).expect(200);
  }
});
