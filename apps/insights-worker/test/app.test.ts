import { createLogger, createObservability, createRegistry } from '@funnel/service';
import { expect, test } from '@jest/globals';
import { createApp } from '../src/app.ts';
import request from 'supertest';

const logger = createLogger({ service: 'insights-worker', level: 'silent' });
const observability = createObservability({
  logger,
  registry: createRegistry('insights-worker'),
  checks: {},
});
const app = createApp({ observability });

test('answers its health endpoints', async () => {
  await request(app).get('/healthz').expect(200, { status: 'ok' });
  await request(app).head('/readyz').expect(200);
  await request(app).get('/metrics').expect(200);
});

test('answers an unknown path with a 404 problem, with or without a body', async () => {
  const { body } = await request(app)
    .get('/nothing')
    .expect(404)
    .expect('Content-Type', 'application/problem+json');
  expect(body).toMatchObject({ status: 404, code: 'not_found' });
  await request(app).post('/nothing').send({ any: 'thing' }).expect(404);
});

test('answers a wrong method with 405 and says which are right', async () => {
  await request(app).post('/readyz').expect(405).expect('Allow', 'GET, HEAD');
});
