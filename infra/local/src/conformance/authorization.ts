import { grantAccess } from '@funnel/testing';
import { anyFreePort } from '../ports.ts';
import { runConformance } from './conformance-tool.ts';
import type { TrialProduct } from './trial-product.ts';

/** The tool registers nothing itself and asks a person to open an address: both are done for it here. */
export async function checkAuthorizationServer(
  localDir: string,
  { addresses, person }: TrialProduct,
): Promise<number> {
  const issuer = addresses.AUTHORIZATION_SERVER_ISSUER;
  const port = await anyFreePort();
  const callback = `http://127.0.0.1:${port}/callback`;
  const clientId = await register(issuer, callback);
  let isOpened = false;
  const args = ['authorization', '--url', issuer, '--client-id', clientId];
  const { status, output } = await runConformance(
    localDir,
    [...args, '--resource', addresses.MCP_SERVER_RESOURCE, '--port', String(port)],
    (printed) => {
      const [address] = /https?:\/\/\S*code_challenge=\S*/.exec(printed) ?? [];
      if (!address || isOpened) return;
      isOpened = true;
      void grantAccess(address, person, new URL(callback).origin).then((back) => fetch(back));
    },
  );
  console.log(output);
  return status;
}

async function register(issuer: string, callback: string): Promise<string> {
  const metadata = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as {
    registration_endpoint: string;
  };
  const response = await fetch(metadata.registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
    }),
  });
  const client = (await response.json()) as { client_id?: string };
  if (!client.client_id) throw new Error(`The registration was refused: ${JSON.stringify(client)}`);
  return client.client_id;
}
