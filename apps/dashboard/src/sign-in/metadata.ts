import type { Clock } from '@funnel/service';
import * as oauth from 'oauth4webapi';

/** The `fetch` function that oauth4webapi accepts. */
export type ServerFetch = (
  url: string,
  options: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
) => Promise<Response>;

interface MetadataOptions {
  issuer: string;
  http: { [oauth.customFetch]: ServerFetch; [oauth.allowInsecureRequests]: boolean };
  clock: Clock;
}

const FRESH_MS = 10 * 60_000;

/**
 * Reads the metadata of the authorization server (RFC 8414) on first use, and again after some minutes. A failure is not kept: the next
 * request asks again.
 */
export function createMetadata({
  issuer,
  http,
  clock,
}: MetadataOptions): () => Promise<oauth.AuthorizationServer> {
  let known: { server: Promise<oauth.AuthorizationServer>; at: number } | undefined;

  async function read(): Promise<oauth.AuthorizationServer> {
    const url = new URL(issuer);
    const response = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...http });
    return oauth.processDiscoveryResponse(url, response);
  }

  return () => {
    const now = clock().getTime();
    if (known && now - known.at < FRESH_MS) return known.server;
    const asked = { server: read(), at: now };
    known = asked;
    asked.server.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.server;
  };
}
