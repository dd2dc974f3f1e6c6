import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examplePath, SHOP_OPERATIONS } from '@funnel/fixtures';
import { extrasSchema, TOOL_OPERATIONS } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  const scopes = ['reports', 'areas:read', 'ctas:read', 'contacts:read', 'websites:read'] as const;
  ({ token } = await rest.token({ websiteIds: [11], scopes: [...scopes] }));
});
afterAll(() => rest.stop());

const added = (path: string, parameters: string) => `${path}${path.includes('?') ? '&' : '?'}${parameters}`;
const withExtras = (path: string, value = 'true') => added(path, `extras=${value}`);

describe.each(TOOL_OPERATIONS.filter(({ hasExtras }) => hasExtras).map(examplePath))('%s', (path) => {
  test('has extras only with extras=true, at the end of a body that is otherwise the same, byte for byte', async () => {
    const { text: plain, headers } = await rest.get(token, path).expect(200);
    const extended = await rest.get(token, withExtras(path)).expect(200);
    const { extras } = extended.body as { extras: unknown };
    expect(extrasSchema.strict().safeParse(extras).success).toBe(true);
    expect(extended.text).toBe(`${plain.slice(0, -1)},"extras":${JSON.stringify(extras)}}`);
    expect(extended.headers['etag']).not.toBe(headers['etag']);
    for (const off of ['false', '0', 'FALSE', '']) {
      const answer = await rest.get(token, withExtras(path, off)).expect(200);
      expect(answer.text).toBe(plain);
      expect(answer.headers['etag']).toBe(headers['etag']);
    }
  });

  test('has them behind the notes, and the notes stay the same', async () => {
    const noted = await rest.get(token, added(path, 'notes=true')).expect(200);
    const { extras } = (await rest.get(token, withExtras(path)).expect(200)).body as { extras: unknown };
    const both = await rest.get(token, added(path, 'notes=true&extras=1')).expect(200);
    expect(both.text).toBe(`${noted.text.slice(0, -1)},"extras":${JSON.stringify(extras)}}`);
    expect(new Set([both, noted].map(({ headers }) => headers['etag'])).size).toBe(2);
  });
});

test('extras do not change CSV, and the header says so', async () => {
  const path = '/reports/campaigns?format=csv';
  const plain = await rest.get(token, path).expect(200);
  const asked = await rest.get(token, withExtras(path)).expect(200);
  expect(asked.text).toBe(plain.text);
  expect(asked.headers['funnel-notes']).toBe('unused_parameter; name=extras');
});

test('a matching ETag of an answer with extras skips the report', async () => {
  const { headers } = await rest.get(token, withExtras('/reports/website')).expect(200);
  const ask = (path: string) => rest.get(token, path).set('If-None-Match', headers['etag'] ?? '');
  await ask(withExtras('/reports/website')).expect(304);
  await ask('/reports/website').expect(200);
  await ask(added('/reports/website', 'notes=true')).expect(200);
  await ask(added('/reports/website', 'notes=true&extras=true')).expect(200);
});

test.each(['yes', '2', 'true&extras=true'])(
  'rejects extras=%s after every other parameter',
  async (value) => {
    const { body } = await rest.get(token, withExtras('/reports/website', value)).expect(422);
    expect(body).toMatchObject({ code: 'invalid_extras', parameter: 'extras', allowed: ['true', 'false'] });
    const other = await rest.get(token, withExtras('/reports/website?notes=maybe', value)).expect(422);
    expect(other.body).toMatchObject({ code: 'invalid_notes' });
  },
);

test('strict handling knows the parameter, also where it has no effect', async () => {
  for (const path of ['/reports/website', '/reports/website/insights', '/areas'])
    await rest.get(token, withExtras(path)).set('Prefer', 'handling=strict').expect(200);
});

test('where an operation has no extras the parameter is ignored, whatever its value, and the header says so', async () => {
  const without = SHOP_OPERATIONS.filter(({ hasExtras, method }) => !hasExtras && method === 'GET');
  expect(without.map(({ name }) => name)).toContain('get_website_insights');
  for (const path of without.map(examplePath)) {
    const plain = await rest.get(token, path).expect(200);
    const asked = await rest.get(token, withExtras(path, 'maybe')).expect(200);
    expect(asked.text).toBe(plain.text);
    expect(asked.headers['funnel-notes']).toContain('unused_parameter; name=extras');
  }
});

test('a token sees the extras of its own websites only', async () => {
  const { token: other } = await rest.token({ websiteIds: [12] });
  for (const path of ['/reports/websites', '/reports/account/performance']) {
    const { body } = await rest.get(other, withExtras(path)).expect(200);
    const { extras } = body as { extras: { currencies: object; trends: { views: object } } };
    expect(Object.keys(extras.currencies)).toEqual(['12']);
    expect(Object.keys(extras.trends.views)).toEqual(['12']);
  }
  await rest.get(other, withExtras('/reports/website?website_id=11')).expect(404);
});
