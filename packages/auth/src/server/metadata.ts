import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';
import type { ServerFetch } from './server-fetch.ts';
import { messageOf, UpstreamError } from './upstream-error.ts';

export interface Issuer {
  url: URL;
  /** Plain http is only for a server on this machine, because tokens and a client secret are sent to it. */
  allowInsecure: boolean;
}

interface MetadataOptions {
  issuer: Issuer;
  serverFetch: ServerFetch;
  now: () => Date;
}

const FRESH_MS = 10 * 60_000;

/** Parses the issuer; throws unless it is an https address, or http on a loopback address. */
export function parseIssuer(issuer: string): Issuer {
  const url = new URL(issuer);
  const allowInsecure = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !allowInsecure) {
    throw new Error('The issuer must be an https address. Plain http is allowed only on a loopback address.');
  }
  return { url, allowInsecure };
}

/**
 * Creates the source of the authorization server's metadata, which is fetched on first use and then cached. Concurrent
 * callers share one request, a failed one is retried by the next call, and stale metadata is used while it is refreshed.
 */
export function createMetadataSource(options: MetadataOptions) {
  let known: { metadata: AuthorizationServer; readAtMs: number } | undefined;
  let reading: Promise<AuthorizationServer> | undefined;

  const read = () => {
    reading ??= discover(options)
      .then((metadata) => {
        known = { metadata, readAtMs: options.now().getTime() };
        return metadata;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return {
    /** What was read last, if anything. */
    known: (): AuthorizationServer | undefined => known?.metadata,
    async read(): Promise<AuthorizationServer> {
      if (!known) return read();
      if (options.now().getTime() - known.readAtMs >= FRESH_MS) void read().catch(() => {});
      return known.metadata;
    },
  };
}

/** Tries the address of RFC 8414, then the one of OpenID Connect Discovery. */
async function discover(options: MetadataOptions): Promise<AuthorizationServer> {
  try {
    return await readMetadata(options, 'oauth2');
  } catch (error) {
    if (!(error instanceof UpstreamError && error.hasResponse)) throw error;
    return await readMetadata(options, 'oidc');
  }
}

async function readMetadata(
  { issuer, serverFetch }: MetadataOptions,
  algorithm: 'oauth2' | 'oidc',
): Promise<AuthorizationServer> {
  const response = await discoveryRequest(issuer.url, {
    algorithm,
    [customFetch]: serverFetch,
    [allowInsecureRequests]: issuer.allowInsecure,
  });
  const metadata = await processDiscoveryResponse(issuer.url, response).catch((error: unknown) => {
    throw new UpstreamError(`metadata: ${messageOf(error)}`, { hasResponse: true });
  });
  if (metadata.introspection_endpoint === undefined && metadata.jwks_uri === undefined) {
    throw new UpstreamError('metadata: has neither introspection_endpoint nor jwks_uri', {
      hasResponse: true,
    });
  }
  return metadata;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
