import { mock } from 'node:test';
import zlib from 'node:zlib';
import { LEGACY_KEY } from '@funnel/fixtures';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import request from 'supertest';

let rest: RestApp;
beforeAll(async () => {
  rest = await startRestApp();
});
afterAll(() => rest.stop());

test('serves the health endpoints', async () => {
  await request(rest.app).get('/healthz').expect(200, { status: 'ok' });
  await request(rest.app).head('/readyz').expect(200);
  await request(rest.app).get('/metrics').expect(200);
});

test('returns a 404 problem for an unknown path, with or without a body', async () => {
  const { body } = await request(rest.app)
    .get('/nothing')
    .expect(404)
    .expect('Content-Type', 'application/problem+json');
  expect(body).toMatchObject({ status: 404, code: 'not_found' });
  await request(rest.app).post('/nothing').send({ any: 'thing' }).expect(404);
});

test('/ is a page for a person and JSON for a program, and its links work', async () => {
  const page = await request(rest.app).get('/').set('Accept', 'text/html').expect(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const local = [...page.text.matchAll(/href="(\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(local.slice(-2)).toEqual(['/docs', '/openapi.json']);
  for (const path of local) await request(rest.app).get(path).expect(200);
  const { body } = await request(rest.app).get('/').expect(200);
  expect(body).toMatchObject({ reference: '/docs', openapi: '/openapi.json' });
});

test('fixed documents are compressed once, and are the same in every encoding', async () => {
  const { text: page } = await request(rest.app).get('/docs');
  const script = /<script src="([^"]+)"/.exec(page)?.[1] ?? '';
  for (const path of ['/openapi.json', '/docs', script]) {
    const answers = await Promise.all(
      ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0.5', 'zstd'].map(async (accepted) => {
        const { headers, text } = await request(rest.app).get(path).set('Accept-Encoding', accepted);
        return [headers['content-encoding'], headers['vary']?.includes('Accept-Encoding'), text];
      }),
    );
    const text = answers[2]?.[2];
    expect(String(text).length).toBeGreaterThan(100);
    expect(answers).toEqual([
      ['br', true, text],
      ['gzip', true, text],
      [undefined, true, text],
      ['gzip', true, text],
      [undefined, true, text],
    ]);
  }
  const compressing = mock.method(zlib, 'createBrotliCompress');
  const spent = async () => {
    await request(rest.app).get('/openapi.json').set('Accept-Encoding', 'br').expect(200);
    return compressing.mock.callCount();
  };
  expect([await spent(), await spent()]).toEqual([0, 0]);
  compressing.mock.restore();
});

test('errors name neither tools nor paths, so that they are right on both surfaces', async () => {
  const { token } = await rest.token({ websiteIds: [12] });
  const detailOf = async (path: string) => (await rest.get(token, path).expect(404)).body.detail as string;
  expect(await detailOf('/reports/campaigns/999')).toContain('Valid ids are in the list of campaigns');
  expect(await detailOf('/reports/variants/999')).toContain('Valid ids are in the report of its campaign');
  expect(await detailOf('/reports/website?website_id=99')).toContain('The list of websites shows those');
  expect(await detailOf('/reports/website/insights')).toContain('the website report has the numbers');
});

test('a website_id that is given twice is called that', async () => {
  const { token } = await rest.token({ websiteIds: [11] });
  for (const path of ['/reports/website', '/reports/account/performance']) {
    const { body } = await rest.get(token, `${path}?website_id=11&website_id=11`).expect(422);
    expect(body).toMatchObject({ code: 'invalid_website_id', parameter: 'website_id' });
    expect(body.detail).toContain('given more than once');
  }
});

test('returns 405 and the allowed methods for a wrong method', async () => {
  await request(rest.app).post('/readyz').expect(405).expect('Allow', 'GET, HEAD');
});

test('accepts the legacy key of a website until its first OAuth token', async () => {
  const ask = () =>
    request(rest.app).get('/api/v1/reports/website').set('Authorization', `api_key=${LEGACY_KEY}`);
  const { body } = await ask().expect(200);
  expect(body.website).toMatchObject({ id: 31 });
  await request(rest.app)
    .get('/api/v1/reports/website?website_id=11')
    .set('Authorization', `api_key=${LEGACY_KEY}`)
    .expect(404);
  await rest.token({ websiteIds: [31] });
  await ask().expect(401);
});

test('accepts website_ids repeated, bracketed or comma-separated, and adds website_id to them', async () => {
  const { token } = await rest.token({ websiteIds: [11, 12, 21] });
  const idsOf = async (query: string) => {
    const { body } = await rest.get(token, `/reports/account/performance?${query}`).expect(200);
    return body.data.websites.map(({ id }: { id: number }) => id).sort();
  };
  expect(await idsOf('website_ids=11&website_ids=12')).toEqual([11, 12]);
  expect(await idsOf('website_ids[]=11&website_ids%5B%5D=21')).toEqual([11, 21]);
  expect(await idsOf('website_ids=11,,12,')).toEqual([11, 12]);
  expect(await idsOf('website_id=21&website_ids=11')).toEqual([11, 21]);
  expect(await idsOf('website_ids=')).toEqual([11, 12, 21]);
});

test('returns 503, never 200, while the authorization server is unreachable', async () => {
  const { token } = await rest.token({ websiteIds: [11] });
  const { app, stop } = await startRestApp({ issuer: 'http://127.0.0.1:1' });
  const { body, headers } = await request(app)
    .get('/api/v1/reports/website')
    .set('Authorization', `Bearer ${token}`)
    .expect(503);
  expect([body.code, headers['retry-after']]).toEqual(['unavailable', '5']);
  await stop();
});

test('compresses a response if the client accepts it', async () => {
  const { token } = await rest.token({ websiteIds: [11] });
  const { headers } = await rest
    .get(token, '/reports/campaigns?previous_period=1')
    .set('Accept-Encoding', 'gzip')
    .expect(200);
  expect(headers['content-encoding']).toBe('gzip');
});

test('rejects a second Authorization header', async () => {
  const { token } = await rest.token({ websiteIds: [11] });
  const server = rest.app.listen(0);
  const { port } = server.address() as { port: number };
  const { request: open } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    const headers = [
      'Host',
      `127.0.0.1:${port}`,
      'Authorization',
      `Bearer ${token}`,
      'Authorization',
      'Bearer x',
    ];
    open({ port, path: '/api/v1/reports/websites', headers }, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end();
  });
  server.close();
  expect(status).toBe(401);
});

test('a browser gets pages for errors, and the files that they load', async () => {
  for (const [method, path, status] of [
    ['get', '/nothing', 404],
    ['delete', '/docs', 405],
    ['get', '/api/v1/reports/website', 401],
  ] as const) {
    const { text } = await request(rest.app)[method](path).accept('html').expect(status);
    expect(text).toContain('<header class="top">');
    const files = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(files).toEqual(['/favicon.svg', expect.stringMatching(/^\/assets\/pages\.[\w-]{12}\.css$/)]);
    for (const file of [...files, '/favicon.ico']) await request(rest.app).get(file).expect(200);
  }
});
