/** The endpoints of an authorization server (RFC 8414). */
interface AuthorizationServerMetadata {
  registration_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
}

/** Reads the metadata of an issuer. */
export async function metadataOf(issuer: string): Promise<AuthorizationServerMetadata> {
  const response = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
  return (await response.json()) as AuthorizationServerMetadata;
}

/** Registers a public client. Returns its id. */
export async function registerClient(issuer: string, callback: string): Promise<string> {
  const { registration_endpoint } = await metadataOf(issuer);
  const response = await fetch(registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Trial',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  });
  const client = (await response.json()) as { client_id?: string };
  if (!client.client_id) throw new Error(`The registration was rejected: ${JSON.stringify(client)}`);
  return client.client_id;
}
