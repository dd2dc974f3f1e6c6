import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examplePath, foreignPath } from '@funnel/fixtures';
import { fieldsOf, OPERATIONS } from '@funnel/operations';
import { fullPathOf } from '../src/http/operation-paths.ts';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import request from 'supertest';

interface InvalidValues {
  code: string;
  values: string[];
  /** Other parameters that the request needs. */
  with?: string;
}

/** Those of v1, which are tools as well, and those beyond it. */
const REPORTS = OPERATIONS.filter(({ scope }) => scope === 'reports');

/** Invalid values by parameter, with the error code they cause. */
const INVALID: Record<string, InvalidValues> = {
  website_id: { code: 'invalid_website_id', values: ['0', '-1', '011', 'x', '1.5', '2147483648'] },
  website_ids: { code: 'invalid_website_id', values: ['0', '11,x', '11,-1'] },
  timeframe: { code: 'invalid_timeframe', values: ['yesterday', 'TODAY'] },
  range_start: {
    code: 'invalid_range',
    values: ['', '2026-02-30', '14.11.2026', '2027-01-01'],
    with: 'timeframe=custom&range_end=2026-11-14',
  },
  range_end: {
    code: 'invalid_range',
    values: ['', '2026-13-01', 'today', '2026-01-01'],
    with: 'timeframe=custom&range_start=2026-11-01',
  },
  count_type: { code: 'invalid_count_type', values: ['unique', 'Total'] },
  previous_period: { code: 'invalid_previous_period', values: ['yes', '2'] },
  group_by: { code: 'invalid_group_by', values: ['hour', 'Day'] },
  page: { code: 'invalid_page', values: ['0', '-1', 'x', '1.5', '01'] },
  per_page: { code: 'invalid_per_page', values: ['0', 'x'] },
  limit: { code: 'invalid_limit', values: ['0', 'x'] },
  sort: { code: 'invalid_sort', values: ['name'] },
  cta_type: { code: 'invalid_cta_type', values: [] },
  status: { code: 'invalid_status', values: ['draft'] },
  week: { code: 'invalid_week', values: ['2026-11-03', '2026-02-30', '2.11.2026', '2026-11-16'] },
};

let rest: RestApp;
let one: string;
let two: string;
beforeAll(async () => {
  rest = await startRestApp();
  one = (await rest.token({ websiteIds: [11] })).token;
  two = (await rest.token({ websiteIds: [11, 12] })).token;
});
afterAll(() => rest.stop());

test('the matrix has invalid values for every parameter', () => {
  const names = new Set(REPORTS.flatMap(({ parameters }) => fieldsOf(parameters).map(([name]) => name)));
  expect([...names].filter((name) => name !== 'id').sort()).toEqual(Object.keys(INVALID).sort());
});

describe.each(REPORTS.map((report) => [report.name, report] as const))('%s', (_name, report) => {
  const path = examplePath(report);
  const names = fieldsOf(report.parameters)
    .map(([name]) => name)
    .filter((name) => name !== 'id');

  test('returns 200 with a body that matches its schema, to GET and HEAD', async () => {
    const { body, headers } = await rest.get(one, path).expect(200);
    expect(report.output.parse(body)).toEqual(body);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-request-id']).toBeTruthy();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    const head = await request(rest.app).head(fullPathOf({ path })).set('Authorization', `Bearer ${one}`);
    expect([head.status, head.headers['etag'], head.text]).toEqual([200, headers['etag'], undefined]);
  });

  test('returns 401 without a token, with an invalid one, one for another resource, or two headers', async () => {
    const bad = [
      '',
      'Bearer nonsense',
      'Bearer',
      'Basic YTpi',
      'api_key=unknown',
      `Bearer ${one},Bearer ${one}`,
    ];
    for (const header of bad) {
      const response = await request(rest.app).get(fullPathOf({ path })).set('Authorization', header);
      expect([header, response.status, response.body.code]).toEqual([header, 401, 'unauthorized']);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer realm=/);
      expect(response.headers['content-type']).toBe('application/problem+json');
    }
    await request(rest.app).get(fullPathOf({ path })).expect(401);
    const { token } = await rest.token({ websiteIds: [11], resource: 'http://127.0.0.1:3001/mcp' });
    const { body } = await rest.get(token, path).expect(401);
    expect(body.detail).toMatch(
      /is for http:\/\/127\.0\.0\.1:3001\/mcp\. This service is http:\/\/127\.0\.0\.1:3000\./,
    );
    expect(body.detail).toMatch(/Create a token for it at http:\S+\/tokens$/);
  });

  test('returns 401 from the first call after revocation', async () => {
    const { token, revoke } = await rest.token({ websiteIds: [11] });
    await rest.get(token, path).expect(200);
    await revoke();
    const { headers } = await rest.get(token, path).expect(401);
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('returns 403 without the scope, before anything else is checked', async () => {
    const scopes = ['contacts:read', 'contacts:write', 'ctas:read', 'areas:read', 'websites:read'];
    const { token } = await rest.token({ websiteIds: [11, 12], scopes });
    const response = await rest.get(token, `${path}?website_id=x&timeframe=never`).expect(403);
    expect(response.body.code).toBe('forbidden');
    expect(response.body.detail).toContain(
      `This token has ${scopes.join(', ')}. Create a token with it at http`,
    );
    expect(response.headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(response.headers['www-authenticate']).toContain('scope="reports"');
  });

  test('requires website_id when the token covers several websites', async () => {
    if (report.websiteRule !== 'one') return void (await rest.get(two, path).expect(200));
    const { body } = await rest.get(two, `${path}?timeframe=never`).expect(400);
    expect(body).toMatchObject({ code: 'website_id_required', allowed: ['11', '12'] });
    await rest.get(two, `${path}?website_id=11`).expect(200);
    return undefined;
  });

  test('returns the same 404 for an unbound and an unknown website', async () => {
    if (report.websiteRule === 'all') return void (await rest.get(one, `${path}?website_id=21`).expect(200));
    const unbound = await rest.get(one, `${path}?website_id=21&timeframe=never`).expect(404);
    const unknown = await rest.get(one, `${path}?website_id=999&timeframe=never`).expect(404);
    expect(withoutRequestId(unbound.body)).toEqual(withoutRequestId(unknown.body));
    expect(unbound.body.code).toBe('not_found');
    return undefined;
  });

  for (const name of names) {
    test(`rejects an invalid ${name} with 422`, async () => {
      const { code, values, with: beside = '' } = invalidValuesOf(name);
      const queries = values.map((value) => `${name}=${encodeURIComponent(value)}`);
      if (name !== 'website_ids') queries.push(`${name}=11&${name}=11`);
      for (const query of queries) {
        const { body } = await rest.get(one, `${path}?${beside}&${query}`);
        expect([query, body.status, body.code]).toEqual([query, 422, code]);
      }
    });
  }

  test('ignores unknown parameters, treats empty ones as missing and accepts malformed encodings', async () => {
    const query = names.map((name) => `${name}=`).join('&');
    await rest.get(one, `${path}?${query}&nothing=1&nothing=2&__proto__=x&id=999`).expect(200);
    await rest.get(one, `${path}?a=%ZZ&%E0%A4%A=1&=&&`).expect(200);
  });

  test('returns 405 for other methods, even without a token', async () => {
    for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
      const response = await request(rest.app)[method](fullPathOf({ path })).expect(405);
      expect(response.headers['allow']).toBe('GET, HEAD');
      expect(response.body.code).toBe('method_not_allowed');
    }
  });

  if (!report.path.includes('{id}')) return;

  test('rejects an invalid id with 422, whatever the query contains', async () => {
    for (const id of ['x', '0', '-1', '01', '1.5', '2147483648', '1%00', '%20']) {
      const { body } = await rest.get(one, `${report.path.replace('{id}', id)}?id=101`);
      expect([id, body.status, body.code]).toEqual([id, 422, 'invalid_id']);
    }
    await rest.get(one, report.path.replace('{id}', '%ZZ')).expect(404);
  });

  test('returns the same 404 for an unknown id and one of another website, bound or not', async () => {
    const paths = [foreignPath(report), report.path.replace('{id}', '999')];
    const answers = await Promise.all(paths.map((foreign) => rest.get(one, foreign)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(withoutRequestId(answers[0]?.body)).toEqual(withoutRequestId(answers[1]?.body));
    await rest.get(two, `${path}?website_id=12`).expect(404);
  });
});

test('returns 404 for an unknown path, with or without a token', async () => {
  for (const path of ['/api/v1', '/api/v1/reports', '/api/v1/reports/nothing', '/api/v2/reports/website']) {
    const { body } = await request(rest.app).get(path).expect(404);
    expect(body.code).toBe('not_found');
  }
  await rest.get(one, '/reports/nothing').expect(404);
});

test('has not failed unexpectedly and logs no token', () => {
  expect(rest.logged()).not.toContain('"level":"error"');
  expect(rest.logged()).not.toContain(one);
});

function invalidValuesOf(name: string): InvalidValues {
  const invalid = INVALID[name];
  if (!invalid) throw new Error(`INVALID has no entry for ${name}`);
  return invalid;
}

/** The request id differs each time. */
function withoutRequestId(problem: Record<string, unknown> | undefined) {
  return { ...problem, instance: undefined };
}
