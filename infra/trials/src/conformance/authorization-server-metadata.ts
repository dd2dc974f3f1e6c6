/** The endpoints of the authorization server (RFC 8414). */
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
