import {
  type AuthorizationServer,
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  introspectionRequest,
  processIntrospectionResponse,
} from 'oauth4webapi';
import type { Verdict } from '../claims.ts';
import type { Issuer } from './metadata.ts';
import { messageOf, type ServerFetch, UpstreamError } from './server-fetch.ts';

interface IntrospectOptions {
  issuer: Issuer;
  serverFetch: ServerFetch;
  clientId: string;
  clientSecret: string;
}

const INACTIVE = { rejected: 'The access token is unknown, expired or revoked.' };

/** Asks the authorization server about a token (RFC 7662). Nothing is cached, so a revocation takes effect immediately. */
export async function introspect(
  server: AuthorizationServer,
  token: string,
  { issuer, serverFetch, clientId, clientSecret }: IntrospectOptions,
): Promise<Verdict> {
  const client = { client_id: clientId };
  try {
    const authentication = takesOnlyPost(server)
      ? ClientSecretPost(clientSecret)
      : ClientSecretBasic(clientSecret);
    const response = await introspectionRequest(server, client, authentication, token, {
      additionalParameters: { token_type_hint: 'access_token' },
      [customFetch]: serverFetch,
      [allowInsecureRequests]: issuer.allowInsecure,
    });
    const claims = await processIntrospectionResponse(server, client, response);
    return claims.active ? { claims } : INACTIVE;
  } catch (error) {
    if (error instanceof UpstreamError) {
      // A server with opaque tokens answers this for a JWT: the token is not one of its tokens.
      if (error.oauthError === 'unsupported_token_type') return INACTIVE;
      throw error;
    }
    throw new UpstreamError(`introspection: ${messageOf(error)}`);
  }
}

function takesOnlyPost(server: AuthorizationServer): boolean {
  const methods = server.introspection_endpoint_auth_methods_supported ?? [];
  return methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
}
