import type { AuthorizationServer } from 'oauth4webapi';
import type { Verdict } from '../claims.ts';
import { type CheckLimits, createCheckQueue, type TraceHeaders } from './check-queue.ts';
import { createExchange } from './exchange.ts';
import { batchSizeOf, createIntrospect, isBundled, type UsedToken } from './introspect.ts';
import { createMetadataSource, parseIssuer } from './metadata.ts';
import { createServerFetch } from './server-fetch.ts';
import { createJwtVerifier } from './verify-jwt.ts';

/** The authorization server to trust, and how it is asked. */
export interface TokenInspectorOptions {
  /** The authorization server's address: https, or http on a loopback address. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The clock that decides whether a token has expired. */
  now: () => Date;
  /** How long a check may take, including the wait for its turn; 3 seconds by default. */
  timeoutMs?: number;
  /** How many tokens are checked at the same time; 32 by default. More wait for their turn. */
  maxConcurrentChecks?: number;
  /** Called for each exchange with the authorization server, for metrics. */
  onExchange?: () => void;
  /** The headers that continue the trace of a request in the authorization server (W3C Trace Context). */
  traceHeaders?: () => TraceHeaders | undefined;
}

interface Inspection {
  /** The issuer exactly as the server spells it. */
  issuer: string;
  /** The page where people create tokens, if the server has one. */
  tokensUrl: string | undefined;
  verdict: Verdict;
}

const TIMEOUT_MS = 3000;
/** More would only wait for each other in the authorization server. */
const MAX_CONCURRENT_CHECKS = 32;
/** Tokens that arrive while one batch is on its way form the next one: the busier, the larger. */
const ONE_BATCH = { maxRunning: 1, patienceMs: 100, pauseMs: 1 };
/** Other tokens are checked alone: one that is malformed or too long must not spoil the batch of others. */
const USUAL_TOKEN = /^[\w-]{1,100}$/;
/** So many requests are a sign that the authorization server does not keep up. */
const MAX_WAITING_TOKENS = 1000;

/**
 * Checks tokens by introspection where the server supports it, because only that sees revocations; else as JWTs.
 * Throws UpstreamError.
 */
export function createTokenInspector(
  options: TokenInspectorOptions,
): (token: string, network?: string) => Promise<Inspection> {
  const { clientId, clientSecret, now } = options;
  const { timeoutMs = TIMEOUT_MS, maxConcurrentChecks = MAX_CONCURRENT_CHECKS, onExchange } = options;
  const issuer = parseIssuer(options.issuer);
  const exchange = createExchange({ timeoutMs, maxConnections: maxConcurrentChecks });
  const serverFetch = createServerFetch(exchange);
  const metadata = createMetadataSource({ issuer, serverFetch, now });
  const introspect = createIntrospect({ issuer, exchange, clientId, clientSecret });
  const verifyJwt = createJwtVerifier({ issuer, serverFetch, now });

  async function checkOne(used: UsedToken, trace?: TraceHeaders): Promise<Inspection> {
    onExchange?.();
    const server = await metadata.read();
    const verdict =
      server.introspection_endpoint === undefined
        ? await verifyJwt(server, used.token)
        : await introspect.one(server, used, trace);
    return inspectionOf(server, verdict);
  }

  async function checkSeveral(
    tokens: readonly UsedToken[],
    trace?: TraceHeaders,
  ): Promise<(Inspection | undefined)[]> {
    onExchange?.();
    const server = await metadata.read();
    const verdicts = await introspect.several(server, tokens, trace);
    return verdicts.map((verdict) => verdict && inspectionOf(server, verdict));
  }

  function check(keys: readonly string[], trace?: TraceHeaders): Promise<Inspection>[] {
    const tokens = keys.map(usedTokenOf);
    const usual = tokens.filter(({ token }) => USUAL_TOKEN.test(token));
    if (usual.length < 2) return tokens.map((used) => checkOne(used, trace));
    const inspections = checkSeveral(usual, trace);
    return tokens.map(async (used) => {
      const index = usual.indexOf(used);
      return (index < 0 ? undefined : (await inspections)[index]) ?? checkOne(used, trace);
    });
  }

  function limits(): CheckLimits {
    const batchSize = batchSizeOf(metadata.known());
    return batchSize > 1 ? { batchSize, ...ONE_BATCH } : { batchSize, maxRunning: maxConcurrentChecks };
  }

  const inspect = createCheckQueue(check, { timeoutMs, maxWaiting: MAX_WAITING_TOKENS, limits });
  return (token, network) => {
    const known = metadata.known();
    const key = keyOf(known && !isBundled(known) ? { token } : { token, network });
    return inspect(key, options.traceHeaders?.());
  };
}

/** Another server than the bundled one may have no such page. */
function inspectionOf(server: AuthorizationServer, verdict: Verdict): Inspection {
  const { issuer } = server;
  return { issuer, tokensUrl: isBundled(server) ? `${issuer}/tokens` : undefined, verdict };
}

/** Requests with the same key share a check. A token never has a space. */
function keyOf({ token, network }: UsedToken): string {
  return network === undefined ? token : `${token} ${network}`;
}

function usedTokenOf(key: string): UsedToken {
  const [token = '', network] = key.split(' ', 2);
  return { token, network };
}
