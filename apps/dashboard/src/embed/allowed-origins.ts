import { embedOrigin } from '@funnel/domain';
import { type Clock, inSpan } from '@funnel/service';
import { LRUCache } from 'lru-cache';
import type { AskAuthorizationServer } from '../upstream/ask-authorization-server.ts';
import { unavailable } from '../upstream/unavailable.ts';

/** Says which origins may show a website; none for one that does not exist. Throws 503 if that is not known. */
export type AllowedOrigins = (websiteId: number) => Promise<readonly string[]>;

const FRESH_MS = 60_000;
const MAX_KEPT = 1_000;

/** Asks the authorization server, and keeps an answer for a minute. A failure is not kept. */
export function createAllowedOrigins(ask: AskAuthorizationServer, clock: Clock): AllowedOrigins {
  const kept = new LRUCache<number, readonly string[]>({
    max: MAX_KEPT,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    fetchMethod: read,
    // Whoever waits for an answer gets it, also if more than MAX_KEPT other websites are asked for meanwhile.
    ignoreFetchAbort: true,
  });

  async function read(websiteId: number): Promise<readonly string[]> {
    try {
      const { status, text } = await inSpan('ask for the origins', { kind: 'client' }, () =>
        ask(`/embed-origins?website_id=${websiteId}`),
      );
      if (status !== 200) throw new Error(`The authorization server answered ${status}.`);
      return originsIn(JSON.parse(text));
    } catch (error) {
      throw unavailable('reports', error);
    }
  }

  return async (websiteId) => (await kept.fetch(websiteId)) ?? [];
}

/** They are written into a policy, so anything but an origin is left out. */
function originsIn(body: unknown): string[] {
  const { origins } = (body ?? {}) as { origins?: unknown };
  if (!Array.isArray(origins)) throw new TypeError('The authorization server sent no list.');
  return origins.filter((one): one is string => typeof one === 'string' && embedOrigin(one) === one);
}
