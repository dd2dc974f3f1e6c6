import { consumeThrottle } from '@funnel/identity';
import type { Database } from '@funnel/db';
import type { Clock } from '@funnel/service';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { networkOf } from '../people/login-throttle.ts';

const PER_ADDRESS = { windowSeconds: 3600, limit: 60 };

/** Anybody can make us fetch by starting an authorization, so that is counted; our own services are not. */
export function createAllowFetch({ database, clock }: { database: Database; clock: Clock }) {
  return async (ctx: KoaContextWithOIDC | undefined): Promise<boolean> => {
    if (ctx?.oidc.route !== 'authorization') return true;
    const { ip } = ctx.req as { ip?: string };
    const key = `client-metadata:${networkOf(ip)}`;
    return (await consumeThrottle(database, key, { ...PER_ADDRESS, now: clock() })).allowed;
  };
}
