import type { OAuthApplication } from '@funnel/testing';
import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { metadataOf } from '../authorization-server-metadata.ts';
import type { ConformanceRun } from '../conformance-run.ts';
import { contractTools } from '../contract-tools.ts';
import type { Step } from '../steps.ts';
import type { SdkClient, SdkKind } from './sdk-client.ts';
import { saw, watchFetch } from './watched-fetch.ts';

/** Uses the tokens: calls, a refresh, the revocation, and a call that is rejected. */
export async function useToken(
  step: Step,
  { root, product: { addresses, person } }: ConformanceRun,
  kind: SdkKind,
  application: OAuthApplication,
): Promise<void> {
  const { token_endpoint, revocation_endpoint } = await metadataOf(addresses.AUTHORIZATION_SERVER_ISSUER);
  const { fetch: watched, exchanges } = watchFetch();
  const client = kind.open(new URL(addresses.MCP_SERVER_RESOURCE), application, watched);
  const websites = person.websiteIds;

  await step('connection', async () => {
    await client.connect();
    const version = client.protocolVersion();
    equal(version, kind.revision, `negotiated ${version} instead of ${kind.revision}`);
    return version;
  });
  await step('tools/list', async () => {
    const expected = (await contractTools(root)).map(({ name }) => name);
    deepEqual(await client.toolNames(), expected);
    return `${expected.length} tools`;
  });
  await step('tools/call', async () => {
    deepEqual(await websiteIds(client), websites);
    return `the websites chosen at consent: ${websites.join(', ')}`;
  });
  await step('refresh of an expired access token, then the call again', async () => {
    const before = application.tokens();
    // To the server an expired token is simply unknown, like any other value.
    if (before) application.saveTokens({ ...before, access_token: 'expired' });
    exchanges.length = 0;
    deepEqual(await websiteIds(client), websites);
    equal(exchanges[0]?.status, 401);
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
    await rejects(client.callTool('list_websites'), kind.isUnauthorized);
    equal(exchanges[0]?.status, 401);
    ok(application.opened, 'the client did not start a new authorization');
  });
  await client.close();
}

async function websiteIds(client: SdkClient): Promise<number[]> {
  const { websites } = (await client.callTool('list_websites')) as { websites: { id: number }[] };
  return websites.map(({ id }) => id);
}
