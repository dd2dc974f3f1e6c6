import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';
import type { Issuer } from './issuer.ts';
import type { ServerFetch } from './server-fetch.ts';
import { messageOf, UpstreamError } from './upstream-error.ts';

interface MetadataOptions {
  issuer: Issuer;
  serverFetch: ServerFetch;
  now: () => Date;
}

const FRESH_MS = 10 * 60_000;

/**
 * The authorization server's metadata, read at the first call and then kept. Callers at the same time share
 * one reading; a failed one is tried again by the next call. What is stale serves while it is read anew.
 */
export function createMetadataSource(options: MetadataOptions): () => Promise<AuthorizationServer> {
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

  return async () => {
    if (!known) return read();
    if (options.now().getTime() - known.readAtMs >= FRESH_MS) void read().catch(() => {});
    return known.metadata;
  };
}

/** RFC 8414 first; a server that knows only OpenID Connect's address is asked there. */
async function discover(options: MetadataOptions): Promise<AuthorizationServer> {
  try {
    return await readMetadata(options, 'oauth2');
  } catch (error) {
    if (!(error instanceof UpstreamError && error.answered)) throw error;
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
    throw new UpstreamError(`metadata: ${messageOf(error)}`, { answered: true });
  });
  if (metadata.introspection_endpoint === undefined && metadata.jwks_uri === undefined) {
    throw new UpstreamError('metadata: neither introspection nor keys are offered', { answered: true });
  }
  return metadata;
}
