import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examplePath, SHOP_OPERATIONS } from '@funnel/fixtures';
import { TOOL_OPERATIONS } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  const scopes = ['reports', 'areas:read', 'ctas:read', 'contacts:read', 'websites:read'] as const;
  ({ token } = await rest.token({ websiteIds: [11], scopes: [...scopes] }));
});
afterAll(() => rest.stop());

const withNotes = (path: string, value = 'true') => `${path}${path.includes('?') ? '&' : '?'}notes=${value}`;

describe.each(TOOL_OPERATIONS.map(examplePath))('%s', (path) => {
  test('has notes only with notes=true, at the end of a body that is otherwise the same, byte for byte', async () => {
    const { text: plain, headers } = await rest.get(token, path).expect(200);
    const noted = await rest.get(token, withNotes(path)).expect(200);
    const { notes } = noted.body as { notes: unknown };
    expect(noted.text).toBe(`${plain.slice(0, -1)},"notes":${JSON.stringify(notes)}}`);
    expect(notes).toEqual(path === '/reports/websites' ? [] : expect.arrayContaining([NOTE]));
    expect(noted.headers['etag']).not.toBe(headers['etag']);
    for (const off of ['false', '0', 'FALSE', '']) {
      const answer = await rest.get(token, withNotes(path, off)).expect(200);
      expect(answer.text).toBe(plain);
      expect(answer.headers['etag']).toBe(headers['etag']);
    }
  });
});

const NOTE = { code: expect.stringMatching(/^[a-z_]+$/), text: expect.stringMatching(/^.{10,}\.$/) };

test('notes do not change CSV', async () => {
  const path = '/reports/campaigns?format=csv';
  expect((await rest.get(token, withNotes(path)).expect(200)).text).toBe(
    (await rest.get(token, path).expect(200)).text,
  );
});

test('a matching ETag of an answer with notes skips the report', async () => {
  const { headers } = await rest.get(token, withNotes('/reports/website')).expect(200);
  await rest
    .get(token, withNotes('/reports/website'))
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
  await rest
    .get(token, '/reports/website')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(200);
});

test.each(['yes', '2', 'true&notes=true'])('rejects notes=%s after every other parameter', async (value) => {
  const { body } = await rest.get(token, withNotes('/reports/website', value)).expect(422);
  expect(body).toMatchObject({ code: 'invalid_notes', parameter: 'notes', allowed: ['true', 'false'] });
  const other = await rest.get(token, withNotes('/reports/website?group_by=hour', value)).expect(422);
  expect(other.body).toMatchObject({ code: 'invalid_group_by' });
});

test('a 404 says what to do next, only if notes are asked for', async () => {
  const { body } = await rest.get(token, withNotes('/reports/campaigns/999999')).expect(404);
  expect(body).toMatchObject({ code: 'not_found', notes: [{ code: 'next_step', text: expect.any(String) }] });
  const plain = await rest.get(token, '/reports/campaigns/999999').expect(404);
  const { notes: _notes, instance: _instance, ...rest404 } = body as Record<string, unknown>;
  const { instance: _other, ...plain404 } = plain.body as Record<string, unknown>;
  expect(plain404).toEqual(rest404);
});

test('records have no notes: the parameter is ignored there, whatever its value', async () => {
  for (const operation of SHOP_OPERATIONS.filter(({ tool, method }) => !tool && method === 'GET')) {
    const path = examplePath(operation);
    const plain = await rest.get(token, path).expect(200);
    expect((await rest.get(token, withNotes(path, 'maybe')).expect(200)).text).toBe(plain.text);
  }
});
