import type { Database } from '@funnel/db';
import { type AuthorizationStore, consumeThrottle, type RecordPayload } from '@funnel/identity';
import type { Clock, Logger } from '@funnel/service';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { networkOf } from '../people/login-throttle.ts';
import { fetchDocument } from './fetch-document.ts';
import type { Network } from './network.ts';

/** The model under which the last copy of a client's metadata document is stored. */
export const CLIENT_METADATA_MODEL = 'ClientMetadata';

/** What fetching client metadata documents needs. */
export interface ClientMetadataFetchOptions {
  store: AuthorizationStore;
  network: Network;
  logger: Logger;
}

const FRESH_SECONDS = 300;
const TIMEOUT_MS = 2500;
const FETCHES_PER_NETWORK = { windowSeconds: 3600, limit: 60 };

/**
 * The `fetch` of oidc-provider. A new authorization needs the current document. For tokens already issued, the stored
 * copy is enough while the document is unavailable, and introspection uses only that.
 */
export function createClientMetadataFetch(
  options: ClientMetadataFetchOptions,
): NonNullable<Configuration['fetch']> {
  const { store, network, logger } = options;

  const findCopy = async (clientId: string) => (await store.find(CLIENT_METADATA_MODEL, clientId))?.payload;

  return async (input, init) => {
    if (init?.method !== 'GET') throw new Error('Only GET requests are supported.');
    const clientId = String(input instanceof Request ? input.url : input);
    const route = Provider.ctx?.oidc.route;
    if (route === 'introspection') {
      const copy = await findCopy(clientId);
      if (copy) return jsonResponse(copy, 0);
    }
    try {
      const document = await fetchDocument(clientId, { network, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await store.renewClientMetadata(clientId, document);
      return jsonResponse(document, FRESH_SECONDS);
    } catch (error) {
      logger.info(
        { err: error, clientId: clientId.slice(0, 300) },
        'could not fetch the metadata document of a client',
      );
      const copy = route === 'authorization' ? undefined : await findCopy(clientId);
      if (!copy) throw error;
      return jsonResponse(copy, 0);
    }
  };
}

/** Limits fetches per network, because anyone can cause one by starting an authorization. Services are not limited. */
export function createAllowFetch({ database, clock }: { database: Database; clock: Clock }) {
  return async (ctx: KoaContextWithOIDC | undefined): Promise<boolean> => {
    if (ctx?.oidc.route !== 'authorization') return true;
    const { ip } = ctx.req as { ip?: string };
    const key = `client-metadata:${networkOf(ip)}`;
    return (await consumeThrottle(database, key, { ...FETCHES_PER_NETWORK, now: clock() })).allowed;
  };
}

function jsonResponse(document: RecordPayload, freshSeconds: number): Response {
  return Response.json(document, { headers: { 'Cache-Control': `max-age=${freshSeconds}` } });
}
