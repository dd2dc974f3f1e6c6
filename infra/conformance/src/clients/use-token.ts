import type { OAuthApplication } from '@funnel/testing';
import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { metadataOf } from '../authorization-server-metadata.ts';
import type { ConformanceRun } from '../conformance-run.ts';
import { contractTools } from '../contract-tools.ts';
import type { Step } from '../steps.ts';
import type { SdkClient, SdkKind } from './sdk-client.ts';
import { saw, watchFetch } from './watched-fetch.ts';

/** What tokens are for, and their end: calls, a refresh, the revocation, and a call that is refused. */
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
    equal(version, kind.revision, `it speaks ${version}, not ${kind.revision}`);
    return version;
  });
  await step('tools/list', async () => {
    const expected = (await contractTools(root)).map(({ name }) => name);
    deepEqual(await client.toolNames(), expected);
    return `${expected.length} tools`;
  });
  await step('tools/call', async () => {
    deepEqual(await websiteIds(client), websites);
    return `the websites picked at consent: ${websites.join(', ')}`;
  });
  await step('refresh when the access token ends, and the call again', async () => {
    const before = application.tokens();
    // Any other value is what an ended token is to the server: unknown.
    if (before) application.saveTokens({ ...before, access_token: 'ended' });
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
  await step('401 to the next call, and a new authorization asked for', async () => {
    exchanges.length = 0;
    application.opened = undefined;
    await rejects(client.callTool('list_websites'), kind.isUnauthorized);
    equal(exchanges[0]?.status, 401);
    ok(application.opened, 'the person was not sent to the authorization server');
  });
  await client.close();
}

async function websiteIds(client: SdkClient): Promise<number[]> {
  const { websites } = (await client.callTool('list_websites')) as { websites: { id: number }[] };
  return websites.map(({ id }) => id);
}
