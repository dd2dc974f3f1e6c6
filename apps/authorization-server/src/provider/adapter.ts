import { type AuthorizationStore, type RecordPayload, type StoredRecord } from '@funnel/identity';
import { successorOf } from '@funnel/secrets';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { ROTATION_GRACE_SECONDS } from '../lifetimes.ts';
import { nextRefreshToken } from './token-format.ts';

/** Stores the records of oidc-provider in our tables. */
export function createAdapter(store: AuthorizationStore): AdapterFactory {
  return (model): Adapter => ({
    upsert: (id, payload, expiresIn) => store.upsert(model, id, { ...payload }, expiresIn),

    async find(id) {
      if (model === 'AccessToken') return findAccessToken(store, id);
      const record = await store.find(model, id);
      return record && { ...record.payload, ...consumptionOf(model, record) };
    },

    findByUid: (uid) => store.findByUid(model, uid),
    findByUserCode: async () => undefined,

    async consume(id) {
      const { isFirst, salt } = await store.consume(model, id);
      if (!isFirst && model === 'AuthorizationCode') await rejectSecondUse(store, id);
      if (model === 'RefreshToken' && salt !== null) nextRefreshToken(successorOf('refresh', id, salt));
    },

    destroy: (id) => (model === 'Grant' ? store.endGrant(id) : store.destroy(model, id)),
    revokeByGrantId: (grantId) => store.destroyOfGrant(model, grantId),
  });
}

/** Reads the websites together with the token, so websites that the person has lost since are not included. */
async function findAccessToken(
  store: AuthorizationStore,
  token: string,
): Promise<AdapterPayload | undefined> {
  const found = await store.findAccessToken(token);
  return (
    found && {
      ...found.payload,
      extra: {
        website_ids: found.websiteIds,
        ...found.person,
        ...found.view,
      },
    }
  );
}

/** A refresh token counts as used only after the grace period: then a replay revokes its whole family. */
function consumptionOf(model: string, { consumedAt, consumedSecondsAgo = 0 }: StoredRecord): RecordPayload {
  const isInGracePeriod = model === 'RefreshToken' && consumedSecondsAgo <= ROTATION_GRACE_SECONDS;
  return consumedAt === undefined || isInGracePeriod ? {} : { consumed: Math.floor(consumedAt) };
}

/** Two concurrent exchanges of one code both see it as unused; the second one revokes the grant. */
async function rejectSecondUse(store: AuthorizationStore, code: string): Promise<never> {
  const grantId = (await store.find('AuthorizationCode', code))?.payload['grantId'];
  if (typeof grantId === 'string') await store.endGrant(grantId);
  throw new errors.InvalidGrant('authorization code already consumed');
}
