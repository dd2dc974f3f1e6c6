import type { Interaction, Provider } from 'oidc-provider';
import type { ConsentClient } from '../pages/consent-page.ts';
import { isLoopback } from '../registration/registration-request.ts';
import { LOGIN_SCOPES, type Resource, type Resources } from '../resources.ts';

type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/** What a client asks for, validated by oidc-provider. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  /** Scopes of OpenID Connect, such as `offline_access`. */
  loginScopes: string[];
  /** Each resource as the client names it, with the requested scopes that it supports. */
  resources: { identifier: string; resource: Resource; scopes: string[] }[];
}

export async function readRequest(
  provider: Provider,
  resources: Resources,
  { params }: Interaction,
): Promise<AuthorizationRequest> {
  const client = await provider.Client.find(String(params['client_id']));
  if (!client) throw new Error('The client of an interaction no longer exists.');
  const { scope } = params;
  const requested = typeof scope === 'string' ? [...new Set(scope.split(' '))] : [];
  return {
    client,
    redirectUri: String(params['redirect_uri']),
    loginScopes: requested.filter((word) => LOGIN_SCOPES.includes(word)),
    resources: [params['resource']].flat().flatMap((uri) => {
      const identifier = String(uri);
      const resource = resources.find(identifier);
      if (!resource) return [];
      return [{ identifier, resource, scopes: requested.filter((word) => resource.scopes.has(word)) }];
    }),
  };
}

/** Describes a client for the consent page. A client can choose any name, so the page shows where it redirects. */
export function describeClient({ client, redirectUri }: AuthorizationRequest): ConsentClient {
  const { protocol, host } = new URL(redirectUri);
  return {
    name: clientNameOf(client),
    uri: client.clientUri,
    logoUri: client.logoUri,
    documentHost: client.clientIdMetadataDocument ? new URL(client.clientId).host : undefined,
    redirectHost: /^https?:$/.test(protocol) ? host : `${protocol}//${host}`,
    isLoopback: isLoopback(redirectUri),
  };
}

/** The name of a client; without one, the host of its metadata document or its id. */
export function clientNameOf({ clientName, clientId }: Client): string {
  return clientName ?? (URL.canParse(clientId) ? new URL(clientId).host : clientId);
}
