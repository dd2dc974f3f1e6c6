import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import request from 'supertest';

let intake: IntakeApp;
beforeAll(async () => {
  intake = await startIntakeApp();
});
afterAll(() => intake.stop());

test('the root names the endpoints and where they are described', async () => {
  const { body } = await request(intake.url).get('/').expect(200);
  expect(body).toMatchObject({ events: 'POST /v1/events', catalog: 'PUT /v1/catalog', reference: '/docs' });
  await request(intake.url).get(body.openapi).expect(200);
});

test('the reference page loads files only from its own origin', async () => {
  const { text, headers } = await request(intake.url).get('/docs').expect(200);
  expect(text).toContain('Funnel event intake');
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  for (const [, path = ''] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g))
    await request(intake.url).get(path).expect(200);
  const { etag = '' } = headers;
  await request(intake.url).get('/docs').set('If-None-Match', etag).expect(304);
});

test('answers a wrong method with 405 and an unknown path with 404, as problems', async () => {
  await request(intake.url).get('/v1/events').expect(405).expect('Allow', 'POST');
  await request(intake.url).post('/v1/catalog').expect(405).expect('Allow', 'PUT');
  const { body } = await request(intake.url).post('/v1/nothing').expect(404);
  expect(body).toMatchObject({ code: 'not_found' });
  await request(intake.url).head('/docs').expect(200);
});

test('a browser gets pages for errors, and the files that they load', async () => {
  for (const [method, path, status] of [
    ['get', '/nothing', 404],
    ['get', '/v1/events', 405],
    ['put', '/v1/catalog', 401],
  ] as const) {
    const { text } = await request(intake.url)[method](path).accept('html').expect(status);
    expect(text).toContain('<header class="top">');
    const files = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(files).toEqual(['/favicon.svg', expect.stringMatching(/^\/assets\/pages\.[\w-]{12}\.css$/)]);
    for (const file of [...files, '/favicon.ico']) await request(intake.url).get(file).expect(200);
  }
});
