import { equal, match, ok, rejects } from 'node:assert/strict';
import { grantAccess, type OAuthApplication } from '@funnel/testing';
import { metadataOf } from '../authorization-server-metadata.ts';
import type { ConformanceRun } from '../conformance-run.ts';
import type { Step } from '../steps.ts';
import type { SdkKind } from './sdk-client.ts';
import { saw, watchFetch } from './watched-fetch.ts';

/** Gets tokens from the address alone: the SDK discovers everything, the person logs in and allows access. */
export async function authorize(
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
    equal(exchanges[0]?.status, 401);
    ok(exchanges[0].challenge.includes(`resource_metadata="${resourceMetadata}"`), exchanges[0].challenge);
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
