import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fieldsOf, TOOL_OPERATIONS } from '@funnel/operations';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import fc from 'fast-check';
import { z } from 'zod';

const DAYS = [
  '1970-01-01',
  '2026-10-31',
  '2026-11-01',
  '2026-11-14',
  '2026-02-30',
  '9999-12-31',
  '0000-01-01',
];
const NUMBERS = ['1', '2', '11', '12', '101', '201', '301', '401', '2147483647', '9007199254740991', '0'];

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [11] }));
});
afterAll(() => rest.stop());

/** Mostly valid values, so that most requests reach the data. */
function valueOf(schema: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const { enum: words, type, format } = schema as { enum?: string[]; type?: string; format?: string };
  const valid =
    words ?? (format === 'date' ? DAYS : type === 'integer' ? NUMBERS : ['true', '0', 'bar', '11,11', '']);
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
}

const question = fc.constantFrom(...TOOL_OPERATIONS).chain(({ path, parameters }) => {
  const values = fieldsOf(parameters).map(([name, { schema }]) =>
    fc.option(
      valueOf(z.toJSONSchema(schema, { io: 'input' })).map((value): [string, string] => [
        name,
        encodeURIComponent(value),
      ]),
      { nil: undefined },
    ),
  );
  return fc.tuple(...values).map((given) => {
    const query = new Map(given.filter((one) => one !== undefined));
    const filled = path.replace('{id}', query.get('id') || '1');
    return `${filled}?${[...query].map(([name, value]) => `${name}=${value}`).join('&')}`;
  });
});

test('answers any request or rejects it with a code, and never fails', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(question, async (path) => {
      const { status, body } = await rest.get(token, path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([200, 404, 422]).toContain(status);
      if (status !== 200) expect(body.code).toMatch(/^(not_found|invalid_\w+|range_too_wide)$/);
    }),
    { numRuns: 250 },
  );
  for (const status of [200, 404, 422]) expect(statuses.get(status)).toBeGreaterThan(5);
});
