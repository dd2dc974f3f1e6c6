import type { Verdict } from '../claims.ts';
import { introspect } from './introspect.ts';
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
  fetch?: typeof fetch;
}

/** Returns the verdict on a token and the issuer exactly as the server spells it. Throws UpstreamError. */
type InspectToken = (token: string) => Promise<{ issuer: string; verdict: Verdict }>;

/** Checks tokens by introspection where the server supports it, because only that sees revocations; else as JWTs. */
export function createTokenInspector(options: TokenInspectorOptions): InspectToken {
  const { resource, clientId, clientSecret, now, timeoutMs = 3000 } = options;
  const issuer = parseIssuer(options.issuer);
  const serverFetch = createServerFetch({ fetch: options.fetch ?? fetch, timeoutMs });
  const readMetadata = createMetadataSource({ issuer, serverFetch, now });
  const verifyJwt = createJwtVerifier({ issuer, resource, serverFetch, now });

  return async (token) => {
    const server = await readMetadata();
    const verdict =
      server.introspection_endpoint === undefined
        ? await verifyJwt(server, token)
        : await introspect(server, token, { issuer, serverFetch, clientId, clientSecret });
    return { issuer: server.issuer, verdict };
  };
}
