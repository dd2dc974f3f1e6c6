import type { Verdict } from '../claims.ts';
import { introspect } from './introspect.ts';
import { parseIssuer } from './issuer.ts';
import { createMetadataSource } from './metadata.ts';
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

/** What the authorization server says of a token, and its issuer as it writes it. Throws UpstreamError. */
type InspectToken = (token: string) => Promise<{ issuer: string; verdict: Verdict }>;

/** Introspection wherever the server offers it, since it alone knows of revocation; else by its keys. */
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
