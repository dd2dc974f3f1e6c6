import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { grantAccess, OAuthApplication } from '@funnel/testing';
import { metadataOf } from '../oauth.ts';
import { type ConformanceRun, contractTools, type Revision, runSteps, type Step } from './conformance-run.ts';
import { type Fetch, SDK_KINDS, type SdkKind } from './sdk-client.ts';

/** A request of a client and its response. */
interface Exchange {
  method: string;
  url: string;
  response: Response;
}

/** Runs the clients that model applications use, each from the first 401 to a call with a revoked token. */
export async function checkWithClients(
  run: ConformanceRun,
  revisions: readonly Revision[],
): Promise<boolean> {
  let passed = true;
  for (const kind of SDK_KINDS) {
    if (!revisions.includes(kind.revision)) continue;
    console.log(`${kind.title}, protocol ${kind.revision}`);
    const application = new OAuthApplication();
    const ofKind = await runSteps(async (step) => {
      await authorize(step, run, kind, application);
      await useToken(step, run, kind, application);
    });
    passed = ofKind && passed;
  }
  return passed;
}

/** Gets tokens from the address alone: the SDK discovers everything, the person logs in and allows access. */
async function authorize(
  step: Step,
  { product: { addresses, person } }: ConformanceRun,
  kind: SdkKind,
  application: OAuthApplication,
): Promise<void> {
  const address = new URL(addresses.MCP_SERVER_RESOURCE);
  const issuer = addresses.AUTHORIZATION_SERVER_ISSUER;
  const resourceMetadata = `${address.origin}/.well-known/oauth-protected-resource${address.pathname}`;
  const serverMetadata = `${issuer}/.well-known/oauth-authorization-server`;
  const { registration_endpoint, token_endpoint } = await metadataOf(issuer);
  const { fetch: watched, exchanges } = watchFetch();
  const client = kind.open(address, application, watched);

  await step('401 with the address of the metadata', async () => {
    await rejects(client.connect(), kind.isUnauthorized);
    equal(exchanges[0]?.response.status, 401);
    const challenge = exchanges[0].response.headers.get('www-authenticate') ?? '';
    ok(challenge.includes(`resource_metadata="${resourceMetadata}"`), challenge);
  });
  await step('protected resource metadata', () => saw(exchanges, 'GET', resourceMetadata, 200));
  await step('authorization server metadata', () => saw(exchanges, 'GET', serverMetadata, 200));
  await step('dynamic registration', () => saw(exchanges, 'POST', registration_endpoint, 201));
  await step('authorization request with PKCE for the resource', () => {
    const asked = application.opened?.searchParams;
    equal(asked?.get('code_challenge_method'), 'S256');
    equal(asked.get('resource'), address.href);
    match(asked.get('scope') ?? '', /\breports\b/);
  });
  const back = await step('login and consent', async () => {
    const { origin } = new URL(application.redirectUrl);
    const answer = await grantAccess(application.opened ?? '', person, origin);
    equal(answer.searchParams.get('iss'), issuer);
    equal(answer.searchParams.get('state'), application.state());
    return answer;
  });
  await step('exchange of the code for tokens', async () => {
    await client.finishAuthorization(back);
    saw(exchanges, 'POST', token_endpoint, 200);
    ok(application.tokens()?.refresh_token, 'there is no refresh token');
  });
}

/** Uses the tokens: calls, a refresh, the revocation, and a call that is rejected. */
async function useToken(
  step: Step,
  run: ConformanceRun,
  kind: SdkKind,
  application: OAuthApplication,
): Promise<void> {
  const { addresses, person } = run.product;
  const { token_endpoint, revocation_endpoint } = await metadataOf(addresses.AUTHORIZATION_SERVER_ISSUER);
  const { fetch: watched, exchanges } = watchFetch();
  const connection = kind.open(new URL(addresses.MCP_SERVER_RESOURCE), application, watched);
  const { client } = connection;
  const websiteIds = async () => {
    const result = await client.callTool({ name: 'list_websites' });
    const { structuredContent } = result as { structuredContent: { websites: { id: number }[] } };
    return structuredContent.websites.map(({ id }) => id);
  };

  await step('connection', async () => {
    await connection.connect();
    const version = connection.protocolVersion();
    equal(version, kind.revision, `negotiated ${version} instead of ${kind.revision}`);
    return version;
  });
  await step('tools/list', async () => {
    const { tools } = await client.listTools();
    const expected = await contractTools(run);
    deepEqual(
      tools.map(({ name }) => name),
      expected.map(({ name }) => name),
    );
    return `${expected.length} tools`;
  });
  await step('tools/call', async () => {
    deepEqual(await websiteIds(), person.websiteIds);
    return `the websites chosen at consent: ${person.websiteIds.join(', ')}`;
  });
  await step('refresh of an expired access token, then the call again', async () => {
    const before = application.tokens();
    // To the server an expired token is simply unknown, like any other value.
    if (before) application.saveTokens({ ...before, access_token: 'expired' });
    exchanges.length = 0;
    deepEqual(await websiteIds(), person.websiteIds);
    equal(exchanges[0]?.response.status, 401);
    saw(exchanges, 'POST', token_endpoint, 200);
    notEqual(application.tokens()?.access_token, before?.access_token);
  });
  await step('revocation', async () => {
    const { client_id = '' } = application.clientInformation() ?? {};
    const body = new URLSearchParams({ client_id, token: application.tokens()?.access_token ?? '' });
    equal((await fetch(revocation_endpoint, { method: 'POST', body })).status, 200);
  });
  await step('401 for the next call, and a new authorization request', async () => {
    exchanges.length = 0;
    application.opened = undefined;
    await rejects(websiteIds(), kind.isUnauthorized);
    equal(exchanges[0]?.response.status, 401);
    ok(application.opened, 'the client did not start a new authorization');
  });
  await client.close();
}

/** fetch, with a list of all requests and responses. */
function watchFetch(): { fetch: Fetch; exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      exchanges.push({ method: init?.method ?? 'GET', url: String(url), response });
      return response;
    },
  };
}

/** Fails unless this request was sent and had this status. */
function saw(exchanges: readonly Exchange[], method: string, url: string, status: number): void {
  const found = exchanges.find((exchange) => exchange.method === method && exchange.url === url);
  equal(found?.response.status, status, `${method} ${url}: ${found?.response.status ?? 'not requested'}`);
}
