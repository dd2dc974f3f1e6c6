import type { AuthorizationStore, RecordPayload } from '@funnel/identity';
import type { Logger } from '@funnel/service';
import { type Configuration, Provider } from 'oidc-provider';
import { fetchDocument } from './fetch-document.ts';
import type { Network } from './network.ts';

export interface ClientMetadataFetchOptions {
  store: AuthorizationStore;
  network: Network;
  logger: Logger;
}

export const KEPT_MODEL = 'ClientMetadata';

const FRESH_SECONDS = 300;
const TIMEOUT_MS = 2500;

/**
 * The `fetch` of oidc-provider. A new authorization needs the document as it is now; tokens that were issued live on
 * with the last copy while it is away, and an introspection does not even ask for it.
 */
export function createClientMetadataFetch(
  options: ClientMetadataFetchOptions,
): NonNullable<Configuration['fetch']> {
  const { store, network, logger } = options;

  const kept = async (clientId: string) => (await store.find(KEPT_MODEL, clientId))?.payload;

  return async (input, init) => {
    if (init?.method !== 'GET') throw new Error('Only documents are fetched.');
    const clientId = String(input instanceof Request ? input.url : input);
    const route = Provider.ctx?.oidc.route;
    if (route === 'introspection') {
      const copy = await kept(clientId);
      if (copy) return answer(copy, 0);
    }
    try {
      const document = await fetchDocument(clientId, { network, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await store.renewClientMetadata(clientId, document);
      return answer(document, FRESH_SECONDS);
    } catch (error) {
      logger.info(
        { err: error, clientId: clientId.slice(0, 300) },
        'could not fetch the document of a client',
      );
      const copy = route === 'authorization' ? undefined : await kept(clientId);
      if (!copy) throw error;
      return answer(copy, 0);
    }
  };
}

function answer(document: RecordPayload, freshSeconds: number): Response {
  return Response.json(document, { headers: { 'Cache-Control': `max-age=${freshSeconds}` } });
}
