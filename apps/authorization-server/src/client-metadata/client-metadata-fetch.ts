import type { Database } from '@funnel/db';
import { type AuthorizationStore, consumeThrottle, type RecordPayload } from '@funnel/identity';
import { type Clock, type Logger, networkOf } from '@funnel/service';
import { LRUCache } from 'lru-cache';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { fetchDocument } from './fetch-document.ts';
import type { Network } from '@funnel/service';
import { createWaitingShare, TooManyWaiting } from './waiting-share.ts';

/** The model under which the last copy of a client's metadata document is stored. */
export const CLIENT_METADATA_MODEL = 'ClientMetadata';

export interface ClientMetadataFetchOptions {
  store: AuthorizationStore;
  network: Network;
  logger: Logger;
  database: Database;
  clock: Clock;
}

const FRESH_SECONDS = 300;
const TIMEOUT_MS = 2500;
const WAITING = { max: 8, maxEach: 4, maxFirst: 24 };
const FETCHES_PER_NETWORK = { windowSeconds: 3600, limit: 60 };
/** A document that was not available is not fetched again for this time. */
const FAILURE_MS = 30_000;
const REMEMBERED_FAILURES = 1_000;

/**
 * The `fetch` of oidc-provider. A new authorization needs the current document. For tokens already issued, the stored
 * copy is enough while the document is unavailable, and introspection uses only that.
 */
export function createClientMetadataFetch(
  options: ClientMetadataFetchOptions,
): NonNullable<Configuration['fetch']> {
  const { store, network, logger, clock } = options;
  const isBelowLimit = createFetchLimit(options);
  const failures = new LRUCache<string, { error: unknown; untilMs: number }>({ max: REMEMBERED_FAILURES });

  const share = createWaitingShare(WAITING);
  const underWay = new Map<string, Promise<RecordPayload>>();

  const findCopy = async (clientId: string) => (await store.find(CLIENT_METADATA_MODEL, clientId))?.payload;

  /** Who asks for the same document meanwhile waits for the same fetch. */
  function fetchOnce(clientId: string, from: string): Promise<RecordPayload> {
    const before = underWay.get(clientId);
    if (before) return before;
    const fetching = share(from, () =>
      fetchDocument(clientId, { network, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    )
      .catch((error: unknown) => {
        const untilMs = clock().getTime() + FAILURE_MS;
        if (!(error instanceof TooManyWaiting)) failures.set(clientId, { error, untilMs });
        throw error;
      })
      .finally(() => underWay.delete(clientId));
    underWay.set(clientId, fetching);
    return fetching;
  }

  return async (input, init) => {
    if (init?.method !== 'GET') throw new Error('Only GET requests are supported.');
    const clientId = String(input instanceof Request ? input.url : input);
    const route = Provider.ctx?.oidc.route;
    if (route === 'introspection') {
      const copy = await findCopy(clientId);
      if (copy) return jsonResponse(copy, 0);
      throw new Error('A client without a stored document has no tokens.');
    }
    try {
      const failure = failures.get(clientId);
      if (failure && failure.untilMs > clock().getTime()) throw failure.error;
      // An authorization was counted before.
      if (route !== 'authorization' && !(await isBelowLimit(Provider.ctx)))
        throw new Error('Too many fetches.');
      const document = await fetchOnce(clientId, networkOfContext(Provider.ctx));
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

/** Whether an authorization may fetch a document. Other requests have a stored copy to fall back on: see `fetch`. */
export function createAllowFetch(options: { database: Database; clock: Clock }) {
  const isBelowLimit = createFetchLimit(options);
  return async (ctx: KoaContextWithOIDC | undefined): Promise<boolean> =>
    ctx?.oidc.route !== 'authorization' || isBelowLimit(ctx);
}

/** Counts fetches per network, because anyone can cause one, by naming an address as the client id. */
function createFetchLimit({ database, clock }: { database: Database; clock: Clock }) {
  return async (ctx: KoaContextWithOIDC | undefined): Promise<boolean> => {
    const key = `client-metadata:${networkOfContext(ctx)}`;
    return (await consumeThrottle(database, key, { ...FETCHES_PER_NETWORK, now: clock() })).allowed;
  };
}

function networkOfContext(ctx: KoaContextWithOIDC | undefined): string {
  const { ip } = (ctx?.req ?? {}) as { ip?: string };
  return networkOf(ip);
}

function jsonResponse(document: RecordPayload, freshSeconds: number): Response {
  return Response.json(document, { headers: { 'Cache-Control': `max-age=${freshSeconds}` } });
}
