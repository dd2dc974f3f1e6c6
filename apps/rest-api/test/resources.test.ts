import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SCOPES } from '@funnel/domain';
import { SHOP_OPERATIONS } from '@funnel/fixtures';
import { listPersonalTokens } from '@funnel/identity';
import { until } from '@funnel/testing';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import request from 'supertest';

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  token = (await rest.token({ websiteIds: [11], scopes: [...SCOPES] })).token;
});
afterAll(() => rest.stop());

/** The paths of everything that is not a report. */
const PATHS = [
  ...new Set(SHOP_OPERATIONS.filter(({ scope }) => scope !== 'reports').map(({ path }) => path)),
];

describe.each(PATHS)('%s', (path) => {
  test('matches its schema on GET and HEAD, and must not be cached', async () => {
    const { body, headers } = await rest.get(token, path).expect(200);
    const resource = SHOP_OPERATIONS.find((one) => one.path === path && one.method === 'GET');
    expect(resource?.output.parse(body)).toEqual(body);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-type']).toMatch(/^application\/json/);
    const head = await rest.send('head', `Bearer ${token}`, path).expect(200);
    expect([head.headers['cache-control'], head.text]).toEqual(['private, no-store', undefined]);
  });

  test('returns 405 and the allowed methods for other methods, even without a token', async () => {
    const allow = path === '/contacts' ? 'GET, HEAD, POST, DELETE' : 'GET, HEAD';
    const wrong = ['put', 'patch', 'options', ...(path === '/contacts' ? [] : ['post', 'delete'])] as const;
    for (const method of wrong) {
      const sent = request(rest.app)[method as 'put'](`/api/v1${path}`);
      const { body, headers } = await sent.expect(405);
      expect([method, body.code, headers['allow']]).toEqual([method, 'method_not_allowed', allow]);
    }
  });

  test('returns 401 from the first call after revocation', async () => {
    const brief = await rest.token({ websiteIds: [11], scopes: [...SCOPES] });
    await rest.get(brief.token, path).expect(200);
    await brief.revoke();
    await rest.get(brief.token, path).expect(401);
  });
});

test('lists only the areas of the website, newest first', async () => {
  const { body } = await rest.get(token, '/areas').expect(200);
  expect(body.map(({ id }: { id: number }) => id)).toEqual([502, 503, 501]);
  expect(body[0]).toEqual({
    id: 502,
    name: 'Footer',
    website_id: 11,
    created_at: '2026-01-06T09:00:00.000Z',
    updated_at: '2026-01-06T09:00:00.000Z',
  });
});

describe('/cta', () => {
  interface Counted {
    id: number;
    views: number;
    conversions: number;
    completions: number;
    conversion_rate: string;
    completion_rate: string;
  }
  type Cta = Counted & { name: string; variants: (Counted & { name: string; screenshot: null })[] };

  const list = async (bearer = token): Promise<Cta[]> => (await rest.get(bearer, '/cta').expect(200)).body;

  test('omits archived campaigns and has exactly the documented fields', async () => {
    const [campaign, ...others] = await list();
    expect(others).toEqual([]);
    expect(Object.keys(campaign ?? {}).sort()).toEqual(
      fieldsOf(
        'id website_id name page_path cta_type test_type views conversions completions',
        'conversion_rate completion_rate created_at updated_at variants',
      ),
    );
    expect(campaign).toMatchObject({ id: 101, website_id: 11, created_at: '2026-01-05T09:00:00.000Z' });
    for (const variant of campaign?.variants ?? []) {
      expect(Object.keys(variant).sort()).toEqual(
        fieldsOf(
          'id website_id views conversions completions percentage name variation conversion_rate',
          'completion_rate created_at updated_at screenshot',
        ),
      );
      expect(variant.screenshot).toBeNull();
    }
    expect(campaign?.variants.map(({ id, name }) => [id, name])).toEqual([
      [201, 'Short'],
      [203, ''],
    ]);
  });

  test('has the counts of the all-time report, with rates as strings', async () => {
    const [campaign] = await list();
    const { body } = await rest.get(token, '/reports/campaigns/101?timeframe=all_time').expect(200);
    expect(countsOf(campaign)).toEqual(reported(body.data.metrics));
    expect(campaign?.variants.map(countsOf)).toEqual(
      body.data.variants.map(({ metrics }: { metrics: Record<string, number> }) => reported(metrics)),
    );
    expect(campaign?.views).toBeGreaterThan(0);
  });

  test('is sorted newest first, with rates of "0%" without views and at most two decimals otherwise', async () => {
    const { sql } = rest.database;
    await sql`insert into campaigns (id, website_id, name, cta_type, status, created_at, updated_at)
      values (901, 11, 'Newest', 'bar', 'live', '2026-03-01', '2026-03-01'),
        (902, 11, 'Same day', 'bar', 'live', '2026-01-05T09:00:00Z', '2026-03-01')`;
    const campaigns = await list();
    expect(campaigns.map(({ id }) => id)).toEqual([901, 902, 101]);
    expect(campaigns[0]).toMatchObject({
      views: 0,
      conversion_rate: '0%',
      completion_rate: '0%',
      variants: [],
    });
    for (const { conversion_rate } of campaigns)
      expect(conversion_rate).toMatch(/^(0|[1-9]\d*)(\.\d?[1-9])?%$/);
  });

  function countsOf(counted: Counted | undefined) {
    const { views, conversions, completions, conversion_rate, completion_rate } = counted ?? {};
    return { views, conversions, completions, conversion_rate, completion_rate };
  }

  function reported(metrics: Record<string, number>) {
    const { views, conversions, completions, conversion_rate, completion_rate } = metrics;
    const rates = { conversion_rate: `${conversion_rate}%`, completion_rate: `${completion_rate}%` };
    return { views, conversions, completions, ...rates };
  }
});

describe('/websites', () => {
  test('returns the whole record, with the key decrypted and empty fields as null', async () => {
    const { body } = await rest.get(token, '/websites').expect(200);
    const { body: report } = await rest.get(token, '/reports/website?timeframe=all_time').expect(200);
    expect(body).toEqual({
      id: 11,
      account_id: 1,
      conversions: report.data.metrics.conversions,
      completions: report.data.metrics.completions,
      name: 'shop.oak.example',
      created_at: '2026-01-05T09:00:00.000Z',
      updated_at: '2026-01-05T09:00:00.000Z',
      ...flags('listener', 'active', 'test', 'blacklisted', 'powered_by', 'archived', 'premium', 'support'),
      active: true,
      script_type: expect.any(String),
      brand: 'Oak & Linen',
      api_key: 'a-secret-key-of-website-11',
      sub_domain: expect.any(String),
      plan_type: expect.any(String),
      data: {
        'form-tracking': 'on',
        last_published: '',
        'url-identification': '',
        'google-analytics-track': '',
      },
      user_id: null,
      url: null,
      published: null,
      visitors_count: null,
      screenshot: null,
      context: null,
      research: null,
      context_last_updated: null,
    });
  });

  test('logs neither the key nor the token', () => {
    expect(rest.logged()).not.toContain('a-secret-key-of-website-11');
    expect(rest.logged()).not.toContain(token);
    expect(rest.logged()).not.toContain('"level":"error"');
  });

  function flags(...names: string[]) {
    return Object.fromEntries(names.map((name) => [name, expect.any(Boolean)]));
  }
});

function fieldsOf(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' ')).sort();
}

test('the log names token, client, websites and network, and the token list where it was used last', async () => {
  const used = await rest.token({ websiteIds: [11], scopes: ['areas:read'] });
  await rest.get(used.token, '/areas?email=ann@example.com').expect(200);
  const tokenId = createHash('sha256').update(used.token).digest('hex').slice(0, 8);
  const lines = rest
    .logged()
    .split('\n')
    .filter((line) => line.includes(tokenId));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      tokenId,
      client: 'funnel-tokens',
      websites: [11],
      address: '127.0.0.1',
      path: '/api/v1/areas',
    }),
  ]);
  expect(rest.logged()).not.toContain('ann@example.com');
  await until(async () => {
    const listed = await listPersonalTokens(rest.database, null);
    expect(listed.find(({ logId }) => logId === tokenId)).toMatchObject({ lastAddress: '127.0.0.1' });
  });
});
