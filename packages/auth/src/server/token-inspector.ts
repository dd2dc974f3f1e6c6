import type { Verdict } from '../claims.ts';
import { createCheckQueue } from './check-queue.ts';
import { createExchange } from './exchange.ts';
import { createIntrospect } from './introspect.ts';
import { createMetadataSource, parseIssuer } from './metadata.ts';
import { createServerFetch } from './server-fetch.ts';
import { createJwtVerifier } from './verify-jwt.ts';

interface TokenInspectorOptions {
  issuer: string;
  resource: string;
  clientId: string;
  clientSecret: string;
  now: () => Date;
  timeoutMs?: number;
  maxConcurrentChecks?: number;
}

interface Inspection {
  /** The issuer exactly as the server spells it. */
  issuer: string;
  verdict: Verdict;
}

const TIMEOUT_MS = 3000;
/** More would only wait for each other in the authorization server. */
const MAX_CONCURRENT_CHECKS = 32;
/** So many requests are a sign that the authorization server does not keep up. */
const MAX_WAITING_TOKENS = 1000;

/**
 * Checks tokens by introspection where the server supports it, because only that sees revocations; else as JWTs.
 * Throws UpstreamError.
 */
export function createTokenInspector(options: TokenInspectorOptions): (token: string) => Promise<Inspection> {
  const { resource, clientId, clientSecret, now } = options;
  const { timeoutMs = TIMEOUT_MS, maxConcurrentChecks: maxRunning = MAX_CONCURRENT_CHECKS } = options;
  const issuer = parseIssuer(options.issuer);
  const exchange = createExchange({ timeoutMs, maxConnections: maxRunning });
  const serverFetch = createServerFetch(exchange);
  const readMetadata = createMetadataSource({ issuer, serverFetch, now });
  const introspect = createIntrospect({ issuer, exchange, clientId, clientSecret });
  const verifyJwt = createJwtVerifier({ issuer, resource, serverFetch, now });

  const check = async (token: string): Promise<Inspection> => {
    const server = await readMetadata();
    const inspect = server.introspection_endpoint === undefined ? verifyJwt : introspect;
    return { issuer: server.issuer, verdict: await inspect(server, token) };
  };
  return createCheckQueue(check, { timeoutMs, maxRunning, maxWaiting: MAX_WAITING_TOKENS });
}
