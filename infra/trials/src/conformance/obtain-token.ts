import { grantAccess, OAuthApplication } from '@funnel/testing';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Product } from './conformance-run.ts';

/** Obtains an access token the way every client does: discovery, registration, PKCE, login, consent. */
export async function obtainToken({ addresses, person }: Product): Promise<string> {
  const serverUrl = addresses.MCP_SERVER_RESOURCE;
  const application = new OAuthApplication();
  await auth(application, { serverUrl });
  const back = await grantAccess(application.opened ?? '', person, new URL(application.redirectUrl).origin);
  await auth(application, { serverUrl, authorizationCode: back.searchParams.get('code') ?? '' });
  const token = application.tokens()?.access_token;
  if (!token) throw new Error('The authorization server returned no access token');
  return token;
}
