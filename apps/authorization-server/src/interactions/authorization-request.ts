import type { Interaction, Provider } from 'oidc-provider';
import type { ConsentClient } from '../pages/index.ts';
import type { Resource, Resources } from '../provider/resources.ts';
import { isLoopback } from '../registration/redirect-uris.ts';

type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/** What a client asks a person for, as oidc-provider has checked it. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  /** Of OpenID Connect, such as `offline_access`. */
  loginScopes: string[];
  /** Each as the client names it, with the scopes that it knows among those asked for. */
  resources: { identifier: string; resource: Resource; scopes: string[] }[];
}

const LOGIN_SCOPES = new Set(['openid', 'offline_access']);

export async function readRequest(
  provider: Provider,
  resources: Resources,
  { params }: Interaction,
): Promise<AuthorizationRequest> {
  const client = await provider.Client.find(String(params['client_id']));
  if (!client) throw new Error('The client of an interaction is gone.');
  const { scope } = params;
  const asked = typeof scope === 'string' ? [...new Set(scope.split(' '))] : [];
  return {
    client,
    redirectUri: String(params['redirect_uri']),
    loginScopes: asked.filter((word) => LOGIN_SCOPES.has(word)),
    resources: [params['resource']].flat().flatMap((uri) => {
      const identifier = String(uri);
      const resource = resources.find(identifier);
      if (!resource) return [];
      return [{ identifier, resource, scopes: asked.filter((word) => resource.scopes.has(word)) }];
    }),
  };
}

/** Where the answer goes is shown as it is: a client may call itself anything. */
export function describeClient({ client, redirectUri }: AuthorizationRequest): ConsentClient {
  const { protocol, host } = new URL(redirectUri);
  return {
    name: nameOf(client),
    uri: client.clientUri,
    logoUri: client.logoUri,
    redirectHost: /^https?:$/.test(protocol) ? host : `${protocol}//${host}`,
    isLoopback: isLoopback(redirectUri),
  };
}

/** One that gives no name is known by the host of its document, or by its id. */
export function nameOf({ clientName, clientId }: Client): string {
  return clientName ?? (URL.canParse(clientId) ? new URL(clientId).host : clientId);
}
