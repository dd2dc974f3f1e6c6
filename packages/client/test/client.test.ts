import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allPages, answerOf, createClient, ProblemError } from '../src/index.ts';
import { askEveryReport } from './every-report.ts';
import { type RestApi, startRestApi } from './support/rest-api.ts';

let api: RestApi;
beforeAll(async () => {
  api = await startRestApi();
});
afterAll(() => api.stop());

test('the generated types fit every report', async () => {
  const found = await askEveryReport(api.baseUrl, api.token);
  expect(found).toMatchObject({ list_websites: 'shop.oak.example', get_website_report: expect.any(Number) });
  expect(Object.entries(found).filter(([, value]) => value === undefined)).toEqual([]);
});

test('asks for what is beyond v1 at its own address', async () => {
  const client = createClient(api);
  const query = { website_id: 11 };
  const weeks = await answerOf(client.GET('/beyond-v1/website/insights/weeks', { params: { query } }));
  const [week = ''] = weeks.data.weeks;
  const insights = await answerOf(
    client.GET('/beyond-v1/website/insights', { params: { query: { ...query, week } } }),
  );
  expect(insights.data.week).toBe(week);
});

test('sends the current token with every request', async () => {
  const used: string[] = [];
  const client = createClient({
    baseUrl: `${api.baseUrl}/`,
    token: async () => (used.length === 0 ? 'expired' : api.token),
    fetch: (request) => {
      used.push(request.headers.get('authorization') ?? '');
      return fetch(request);
    },
  });
  const ask = () => client.GET('/reports/websites');
  expect((await ask()).response.status).toBe(401);
  expect((await ask()).response.status).toBe(200);
  expect(used).toEqual(['Bearer expired', `Bearer ${api.token}`]);
});

test('a refused request says why, and what to do', async () => {
  const client = createClient(api);
  const refused = answerOf(
    client.GET('/reports/campaigns/{id}', { params: { path: { id: 999 }, query: { website_id: 11 } } }),
  );
  await expect(refused).rejects.toThrow(ProblemError);
  await expect(refused).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
    problem: { parameter: 'id' },
  });
});

test('a misspelt parameter is an error, unless the client is told to ignore it', async () => {
  const query = { website_id: 11, start_date: '2026-01-01' } as { website_id: number };
  const refused = answerOf(createClient(api).GET('/reports/website', { params: { query } }));
  await expect(refused).rejects.toMatchObject({
    status: 422,
    code: 'unknown_parameter',
    problem: { parameter: 'start_date', allowed: expect.arrayContaining(['range_start']) },
  });
  const lenient = createClient({ ...api, strict: false });
  const { data, response } = await lenient.GET('/reports/website', { params: { query } });
  expect(data?.report).toBe('website');
  expect(response.headers.get('funnel-notes')).toBe('unknown_parameter; name=start_date');
  const headers = { Prefer: 'handling=lenient' };
  const asked = await createClient(api).GET('/reports/website', { params: { query }, headers });
  expect(asked.response.status).toBe(200);
});

describe('allPages', () => {
  test('reads reports to the last page', async () => {
    const client = createClient(api);
    const pages: number[][] = [];
    for await (const { data } of allPages(client, '/reports/campaigns', { website_id: 11, per_page: 1 }))
      pages.push(data.campaigns.map(({ id }) => id));
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat()).size).toBe(pages.length);
  });

  test('reads contacts to the last page', async () => {
    const client = createClient(api);
    for (let number = 0; number < 60; number++)
      await answerOf(
        client.POST('/contacts', {
          params: { query: { website_id: 11 } },
          body: { email: `reader-${number}@example.com` },
        }),
      );
    const emails: (string | null)[] = [];
    for await (const contacts of allPages(client, '/contacts', { website_id: 11 }))
      emails.push(...contacts.map(({ email }) => email));
    expect(new Set(emails).size).toBe(60);
  });

  test('throws what a page is refused with', async () => {
    const client = createClient({ ...api, token: 'none' });
    await expect(allPages(client, '/contacts', { website_id: 11 }).next()).rejects.toMatchObject({
      status: 401,
    });
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
if (!python) console.warn('SKIPPED: no python3 found, so the Python sample is not tested');

(python ? test : test.skip)('the Python sample prints the best campaigns of each website', async () => {
  const sample = fileURLToPath(new URL('../../../docs/examples/read_reports.py', import.meta.url));
  const env = { ...process.env, FUNNEL_URL: api.baseUrl, FUNNEL_TOKEN: api.token };
  const { stdout } = await promisify(execFile)('python3', [sample], { env });
  expect(stdout).toMatch(/^shop\.oak\.example\n {2}Spring quiz: \d+ of \d+ viewers converted\n/);
  expect(stdout).toContain('journal.oak.example\n');
});

(python ? test : test.skip)('the Python sample says which variables it needs', () => {
  const sample = fileURLToPath(new URL('../../../docs/examples/read_reports.py', import.meta.url));
  const { FUNNEL_URL: _url, FUNNEL_TOKEN: _token, ...env } = process.env;
  const { status, stderr } = spawnSync('python3', [sample], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Set FUNNEL_URL to the address of the REST API, and FUNNEL_TOKEN to /);
});

test('waits when the service asks for it', async () => {
  const limited = await startRestApi({ requestsPerMinute: 2 });
  try {
    const client = createClient({ ...limited, maxWaitMs: 10 });
    const statuses: number[] = [];
    for (let number = 0; number < 3; number++)
      statuses.push((await client.GET('/reports/websites')).response.status);
    // The third would have to wait longer than it may.
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await limited.stop();
  }
});
