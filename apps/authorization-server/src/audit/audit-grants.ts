import { type Database, recordSecurityEvents, type SecurityEvent } from '@funnel/db';
import { type Logger, networkOfRequest } from '@funnel/service';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** What oidc-provider says of a refresh token that was used before. It has ended the grant by then. */
const REPLAYED = 'refresh token already used';

/** Records what happens at the OAuth endpoints: replays of refresh tokens, tokens that a client gives back, registrations. */
export function auditGrants(
  provider: Provider,
  { database, logger }: { database: Database; logger: Logger },
): void {
  const record = (ctx: KoaContextWithOIDC, event: SecurityEvent) => {
    // oidc-provider believes every proxy; Express only the trusted ones.
    const address = networkOfRequest(ctx.req);
    recordSecurityEvents(database.orm, { ...event, address }).catch((err: unknown) =>
      logger.error({ err }, 'could not record a security event'),
    );
  };

  provider.on('grant.error', (ctx, error) => {
    if (error.error_detail !== REPLAYED) return;
    const { RefreshToken: token } = ctx.oidc.entities;
    const userId = Number(token?.accountId) || null;
    record(ctx, { kind: 'refresh_token_replayed', userId, clientId: token?.clientId });
  });

  provider.on('grant.revoked', (ctx) => {
    if (ctx.oidc.route !== 'revocation') return;
    const { RefreshToken, AccessToken } = ctx.oidc.entities;
    const token = RefreshToken ?? AccessToken;
    const userId = Number(token?.accountId) || null;
    record(ctx, { kind: 'tokens_given_back', userId, clientId: token?.clientId });
  });

  provider.on('registration_create.success', (ctx, { clientId }) => {
    record(ctx, { kind: 'client_registered', clientId });
  });
}
