import { anyFreePort } from '@funnel/servers';
import { metadataOf } from './authorization-server-metadata.ts';
import type { ConformanceRun } from './conformance-run.ts';
import { CONFORMANCE_TOOL } from './conformance-tool.ts';
import { runTool } from './npm-tool.ts';
import { openPrintedAddress } from './printed-address.ts';

/** Runs the tool on the authorization server. Registers a client for it, and acts as the person who logs in. */
export async function checkAuthorizationServer({
  localDir,
  folder,
  product,
}: ConformanceRun): Promise<boolean> {
  const { addresses, person } = product;
  const issuer = addresses.AUTHORIZATION_SERVER_ISSUER;
  const port = await anyFreePort();
  const callback = `http://127.0.0.1:${port}/callback`;
  const args = ['authorization', '--url', issuer, '--client-id', await register(issuer, callback)];
  const { status, stdout, stderr } = await runTool(
    localDir,
    CONFORMANCE_TOOL,
    [...args, '--resource', addresses.MCP_SERVER_RESOURCE, '--port', String(port)],
    { cwd: folder, onOutput: openPrintedAddress(person, new URL(callback).origin) },
  );
  console.log(stdout + stderr);
  return status === 0;
}

async function register(issuer: string, callback: string): Promise<string> {
  const { registration_endpoint } = await metadataOf(issuer);
  const response = await fetch(registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
    }),
  });
  const client = (await response.json()) as { client_id?: string };
  if (!client.client_id) throw new Error(`The registration was rejected: ${JSON.stringify(client)}`);
  return client.client_id;
}
