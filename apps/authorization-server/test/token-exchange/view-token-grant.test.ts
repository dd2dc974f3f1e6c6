import { ANN, type AuthorizationServer, RESOURCES } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import {
  findUserByEmail,
  issuePersonalToken,
  type PersonalTokenRequest,
  revokePersonalToken,
} from '@funnel/identity';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from '../support/authorization-app.ts';
import { introspect } from '../support/test-client.ts';

const EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  client_id: 'funnel-tokens',
  subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
};

let app: AuthorizationServer;
let ann: number;
beforeAll(async () => {
  app = await startAuthorizationApp();
  ann = (await findUserByEmail(app.database, ANN))?.id ?? 0;
});
afterAll(() => app.stop());

const issue = (request: Partial<PersonalTokenRequest> = {}) =>
  issuePersonalToken(app.database, {
    userId: ann,
    name: 'our platform',
    websiteIds: [11, 12].map(trustedWebsiteId),
    scopes: ['reports:embed'],
    resource: RESOURCES.rest,
    lifeSeconds: 3600,
    ...request,
  });

async function post(path: string, form: Record<string, string | undefined>) {
  const given = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const body = new URLSearchParams(given);
  const response = await fetch(`${app.url}${path}`, { method: 'POST', body });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}
const exchange = (form: Record<string, string | undefined>) => post('/token', { ...EXCHANGE, ...form });
const viewTokenOf = async (form: Record<string, string>): Promise<string> =>
  (await exchange(form)).body.access_token;

test('a token of a server becomes one for a browser: one website, ten minutes, only reports', async () => {
  const { token } = await issue();
  const { status, body } = await exchange({
    subject_token: token,
    website_id: '11',
    resource: RESOURCES.rest,
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      access_token: expect.stringMatching(/^fnl_vt_[0-9A-Za-z]{49}$/),
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      scope: 'reports',
    },
  });
  expect(body.expires_in).toBeGreaterThan(590);
  expect(body.expires_in).toBeLessThanOrEqual(600);
  const claims = await introspect(app.url, body.access_token);
  expect(claims).toMatchObject({
    active: true,
    aud: RESOURCES.rest,
    scope: 'reports',
    sub: String(ann),
    website_ids: [11],
    token_use: 'view',
  });
  expect(claims).not.toHaveProperty('campaign_ids');
});

test('a token for a campaign names it; a service token works as well', async () => {
  await app.database
    .sql`insert into campaigns (website_id, id, name, cta_type) values (12, 7, 'Spring', 'bar')`;
  const { token } = await issue({ userId: null });
  const view = await viewTokenOf({
    subject_token: token,
    website_id: '12',
    campaign_id: '7',
    expires_in: '60',
  });
  const claims = await introspect(app.url, view);
  expect(claims).toMatchObject({ active: true, website_ids: [12], campaign_ids: [7], sub: 'service' });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(60);
});

test('it ends at once with the token that it came from', async () => {
  const { token, id } = await issue();
  const view = await viewTokenOf({ subject_token: token, website_id: '11' });
  expect(await introspect(app.url, view)).toMatchObject({ active: true });
  await revokePersonalToken(app.database, ann, id);
  expect(await introspect(app.url, view)).toEqual({ active: false });
});

test('who has a view token cannot end the token that it came from, nor exchange it again', async () => {
  const { token } = await issue();
  const view = await viewTokenOf({ subject_token: token, website_id: '11' });
  await post('/revoke', { token: view, client_id: 'funnel-tokens' });
  expect(await introspect(app.url, token)).toMatchObject({ active: true });
  expect(await introspect(app.url, view)).toMatchObject({ active: true });
  expect(await exchange({ subject_token: view, website_id: '11' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  });
});

test('what is wrong is said, and no token is given out', async () => {
  const { token } = await issue();
  const { token: plain } = await issue({ scopes: ['reports'] });
  const { token: intake } = await issue({ scopes: ['events:write'], resource: RESOURCES.intake });
  const refusals: [Record<string, string | undefined>, string, RegExp][] = [
    [{ subject_token: undefined }, 'invalid_request', /subject_token/],
    [{ subject_token_type: 'urn:x' }, 'invalid_request', /subject_token_type must be/],
    [{ website_id: undefined }, 'invalid_request', /website_id/],
    [{ website_id: '1e3' }, 'invalid_request', /website_id must be a whole number/],
    [{ campaign_id: 'x' }, 'invalid_request', /campaign_id must be a whole number/],
    [{ campaign_id: '999' }, 'invalid_target', /no such campaign/],
    [{ expires_in: '601' }, 'invalid_request', /from 60 to 600 seconds/],
    [{ expires_in: '-1' }, 'invalid_request', /from 60 to 600 seconds/],
    [
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      'invalid_request',
      /requested_token_type/,
    ],
    [{ actor_token: 'x' }, 'invalid_request', /actor_token/],
    [{ resource: RESOURCES.mcp }, 'invalid_target', /REST API only/],
    [{ audience: 'elsewhere' }, 'invalid_target', /REST API only/],
    [{ subject_token: 'fnl_pat_unknown' }, 'invalid_grant', /unknown or has ended/],
    [{ subject_token: plain }, 'invalid_scope', /lacks the scope reports:embed/],
    [{ subject_token: intake }, 'invalid_target', /not for the REST API/],
    [{ website_id: '21' }, 'invalid_target', /covers no such website/],
    [{ website_id: '999' }, 'invalid_target', /covers no such website/],
    [{ client_id: 'funnel-dashboard' }, 'invalid_client', /./],
  ];
  for (const [form, error, description] of refusals) {
    const { status, body } = await exchange({ subject_token: token, website_id: '11', ...form });
    expect([status >= 400 && status < 500, body.error, body.error_description]).toEqual([
      true,
      error,
      expect.stringMatching(description),
    ]);
  }
});

test('a platform that asks without end is slowed down, others are not', async () => {
  const { token } = await issue();
  const { token: other } = await issue();
  await app.database.sql`
    insert into throttles (key, window_start, attempts)
    select 'view-tokens:' || (payload ->> 'grantId'), to_timestamp(floor(extract(epoch from now()) / 60 + step) * 60), 1200
    from authorization_records, generate_series(0, 1) as step
    where id_hash = sha256(convert_to(${token}, 'UTF8'))`;
  const { body } = await exchange({ subject_token: token, website_id: '11' });
  expect(body).toMatchObject({ error: 'temporarily_unavailable' });
  expect((await exchange({ subject_token: other, website_id: '11' })).status).toBe(200);
});
