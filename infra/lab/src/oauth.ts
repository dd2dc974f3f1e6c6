export async function registerClient(issuer: string, callback: string): Promise<string> {
  const response = await fetch(`${issuer}/register`, {
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
