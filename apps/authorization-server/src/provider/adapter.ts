import type { AuthorizationStore, RecordPayload, StoredRecord } from '@funnel/identity';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { ROTATION_GRACE_SECONDS } from './lives.ts';

/** What oidc-provider keeps, in our tables. */
export function createAdapter(store: AuthorizationStore): AdapterFactory {
  return (model): Adapter => ({
    upsert: (id, payload, lifeSeconds) => store.upsert(model, id, { ...payload }, lifeSeconds),

    async find(id) {
      if (model === 'AccessToken') return findAccessToken(store, id);
      const record = await store.find(model, id);
      return record && { ...record.payload, ...consumptionOf(model, record) };
    },

    findByUid: (uid) => store.findByUid(model, uid),
    findByUserCode: async () => undefined,

    async consume(id) {
      const isFirst = await store.consume(model, id);
      if (!isFirst && model === 'AuthorizationCode') await refuseSecondUse(store, id);
    },

    destroy: (id) => (model === 'Grant' ? store.endGrant(id) : store.destroy(model, id)),
    revokeByGrantId: (grantId) => store.destroyOfGrant(model, grantId),
  });
}

/** The binding is read with the token, each time: websites that the person lost since are not in it. */
async function findAccessToken(
  store: AuthorizationStore,
  token: string,
): Promise<AdapterPayload | undefined> {
  const found = await store.findAccessToken(token);
  return found && { ...found.payload, extra: { website_ids: found.websiteIds } };
}

/** A refresh token counts as used only when the grace is over: then its replay ends the whole family. */
function consumptionOf(model: string, { consumedAt, consumedSecondsAgo = 0 }: StoredRecord): RecordPayload {
  const isForgiven = model === 'RefreshToken' && consumedSecondsAgo <= ROTATION_GRACE_SECONDS;
  return consumedAt === undefined || isForgiven ? {} : { consumed: Math.floor(consumedAt) };
}

/** Two exchanges of one code at the same instant: both were told it is unused, one came second. */
async function refuseSecondUse(store: AuthorizationStore, code: string): Promise<never> {
  const grantId = (await store.find('AuthorizationCode', code))?.payload['grantId'];
  if (typeof grantId === 'string') await store.endGrant(grantId);
  throw new errors.InvalidGrant('authorization code already consumed');
}
