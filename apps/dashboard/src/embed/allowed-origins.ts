import { DASHBOARD_CLIENT_ID, embedOrigin } from '@funnel/domain';
import { type Clock, inSpan, traceHeaders } from '@funnel/service';
import { boundedFetch } from '../upstream/bounded-fetch.ts';
import { unavailable } from '../upstream/unavailable.ts';

/** Says which origins may show a website; none for one that does not exist. Throws 503 if that is not known. */
export type AllowedOrigins = (websiteId: number) => Promise<readonly string[]>;

/** What the list needs. */
export interface AllowedOriginsOptions {
  issuer: string;
  clientSecret: string;
  timeoutMs: number;
  clock: Clock;
}

const FRESH_MS = 60_000;
const MAX_KEPT = 1_000;
const MAX_BYTES = 64 * 1024;

/** Asks the authorization server, and keeps an answer for a minute. A failure is not kept. */
export function createAllowedOrigins(options: AllowedOriginsOptions): AllowedOrigins {
  const { issuer, clientSecret, timeoutMs, clock } = options;
  const credentials = [DASHBOARD_CLIENT_ID, clientSecret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  /** The oldest first. */
  const kept = new Map<number, { origins: Promise<readonly string[]>; at: number }>();

  async function read(websiteId: number): Promise<readonly string[]> {
    try {
      const answer = await inSpan('ask for the origins', { kind: 'client' }, () =>
        boundedFetch(
          `${issuer}/embed-origins?website_id=${websiteId}`,
          { method: 'GET', headers: { ...traceHeaders(), accept: 'application/json', authorization } },
          { timeoutMs, maxBytes: MAX_BYTES },
        ),
      );
      const pieces = [];
      for await (const piece of answer.pieces) pieces.push(piece);
      if (answer.status !== 200) throw new Error(`The authorization server answered ${answer.status}.`);
      return originsIn(JSON.parse(Buffer.concat(pieces).toString()));
    } catch (error) {
      throw unavailable('reports', error);
    }
  }

  return (websiteId) => {
    const now = clock().getTime();
    const known = kept.get(websiteId);
    if (known && now - known.at < FRESH_MS) return known.origins;
    const asked = { origins: read(websiteId), at: now };
    kept.delete(websiteId);
    kept.set(websiteId, asked);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    asked.origins.catch(() => {
      if (kept.get(websiteId) === asked) kept.delete(websiteId);
    });
    return asked.origins;
  };
}

/** They are written into a policy, so anything but an origin is left out. */
function originsIn(body: unknown): string[] {
  const { origins } = (body ?? {}) as { origins?: unknown };
  if (!Array.isArray(origins)) throw new TypeError('The authorization server sent no list.');
  return origins.filter((one): one is string => typeof one === 'string' && embedOrigin(one) === one);
}
