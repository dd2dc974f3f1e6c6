import { generateKeyPairSync } from 'node:crypto';
import { createAuthorizationStore, createTokenUses } from '@funnel/identity';
import { type AuthorizationServer, INTROSPECTION, RESOURCES } from '@funnel/fixtures';
import { createLogger } from '@funnel/service';
import { serveHttp } from '@funnel/testing';
import { serviceIntrospection } from '../../src/introspection/service-introspection.ts';
import { createProvider, PATHS } from '../../src/provider/create-provider.ts';
import { providerRoutes } from '../../src/provider/provider-routes.ts';
import { createResources } from '../../src/resources.ts';
import express from 'express';

/** The introspection of one authorization server, in its parts. */
export interface IntrospectionServers {
  /** Only our handler. Answers 418 for what it leaves to oidc-provider, with the length of the body that it left. */
  handler: string;
  /** Only oidc-provider. */
  provider: string;
  close(): Promise<void>;
}

/** Starts the two ways to introspect on the database of a running server. */
export async function startIntrospectionServers(app: AuthorizationServer): Promise<IntrospectionServers> {
  const { database, url: issuer } = app;
  const client = { clientId: INTROSPECTION.clientId, clientSecrets: [INTROSPECTION.clientSecret] };
  const store = createAuthorizationStore(database);
  const tokenUses = createTokenUses({ database, now: () => new Date(), onError: () => {} });
  const handle = serviceIntrospection({
    path: PATHS.introspection,
    issuer,
    client,
    store,
    tokenUses,
  });
  const handler = await serveHttp((req, res) => {
    handle(req, res, (error) => {
      if (error) res.writeHead(500).end();
      let bytes = 0;
      req.on('data', (chunk: Buffer) => (bytes += chunk.length));
      req.on('end', () => res.writeHead(418).end(JSON.stringify({ bytes })));
    });
  });

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const oidcProvider = createProvider({
    issuer,
    database,
    store,
    tokenUses,
    resources: createResources(RESOURCES),
    cookieKeys: ['k'.repeat(32)],
    jwks: { keys: [{ kty: 'EC', ...privateKey.export({ format: 'jwk' }) }] },
    introspection: client,
    fetch: async () => {
      throw new Error('no network in this test');
    },
    allowFetch: () => true,
    logger: createLogger({ service: 'test', level: 'silent' }),
    clock: () => new Date(),
  });
  const provider = await serveHttp(express().use(providerRoutes(oidcProvider)));
  return {
    handler: handler.url,
    provider: provider.url,
    async close() {
      await Promise.all([handler.close(), provider.close(), tokenUses.close()]);
    },
  };
}
