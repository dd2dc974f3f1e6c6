import type { Database } from '@funnel/db';
import { recordSecurityEvents } from '@funnel/identity';
import type { Logger } from '@funnel/service';
import type { Provider } from 'oidc-provider';
import { networkOf } from '@funnel/service';

/** What oidc-provider says of a refresh token that was used before. It has ended the grant by then. */
const REPLAYED = 'refresh token already used';

/** Records replays of refresh tokens: somebody else may have it. */
export function auditGrants(
  provider: Provider,
  { database, logger }: { database: Database; logger: Logger },
): void {
  provider.on('grant.error', (ctx, error) => {
    if (error.error_detail !== REPLAYED) return;
    const { RefreshToken: token } = ctx.oidc.entities;
    recordSecurityEvents(database.orm, [
      {
        kind: 'refresh_token_replayed',
        userId: Number(token?.accountId) || null,
        clientId: token?.clientId,
        address: networkOf(ctx.ip),
      },
    ]).catch((err: unknown) => logger.error({ err }, 'could not record a security event'));
  });
}
