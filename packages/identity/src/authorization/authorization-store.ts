import { float8, int4, int4Array, jsonb, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';
import { openPayload, type RecordPayload, sealPayload } from './record-payload.ts';
import { hashSecret } from './secret-hash.ts';

export interface StoredRecord {
  payload: RecordPayload;
  /** Since the epoch, in seconds. */
  consumedAt?: number;
  consumedSecondsAgo?: number;
}

export interface StoredAccessToken {
  payload: RecordPayload;
  /** Those of the grant that its person may see today. */
  websiteIds: number[];
}

/** Records by model and id; only hashes of ids are written. */
export interface AuthorizationStore {
  /** Without a life it stays until it is destroyed. An access token ends the legacy keys of its websites. */
  upsert(model: string, id: string, payload: RecordPayload, lifeSeconds?: number): Promise<void>;
  find(model: string, id: string): Promise<StoredRecord | undefined>;
  findByUid(model: string, uid: string): Promise<RecordPayload | undefined>;
  findAccessToken(token: string): Promise<StoredAccessToken | undefined>;
  /** False when it was consumed before; the first time stays recorded. */
  consume(model: string, id: string): Promise<boolean>;
  destroy(model: string, id: string): Promise<void>;
  destroyOfGrant(model: string, grantId: string): Promise<void>;
  /** The grant and its binding: no token of it counts any more. */
  endGrant(grantId: string): Promise<void>;
  saveGrantWebsites(grantId: string, userId: number, websiteIds: readonly number[]): Promise<void>;
  /** When a person lets a client in: from then on it is no unused one. */
  noteClientUse(clientId: string): Promise<void>;
  /** Renews a document that is kept already; strangers must not fill the table. */
  renewClientMetadata(clientId: string, document: RecordPayload): Promise<void>;
}

const upsert = statement(
  'upsert',
  {
    model: text(),
    id: text(),
    payload: text(),
    grant: nullable(text()),
    uid: nullable(text()),
    lifeSeconds: nullable(float8()),
  },
  {},
);
const endLegacyKeys = statement('end-legacy-keys', { grant: nullable(text()) }, {});
const find = statement(
  'find',
  { model: text(), id: text() },
  {
    payload: jsonb<RecordPayload>(),
    consumedAt: nullable(float8()),
    consumedSecondsAgo: nullable(float8()),
  },
);
const findByUid = statement(
  'find-by-uid',
  { model: text(), uid: text() },
  { payload: jsonb<RecordPayload>() },
);
const findAccessToken = statement(
  'find-access-token',
  { token: text() },
  { payload: jsonb<RecordPayload>(), grantedIds: int4Array(), websiteIds: int4Array() },
);
const shrinkGrant = statement('shrink-grant', { grant: nullable(text()), websites: text() }, {});
const consume = statement('consume', { model: text(), id: text() }, { model: text() });
const destroy = statement('destroy', { model: text(), id: text() }, {});
const destroyOfGrant = statement('destroy-of-grant', { model: text(), grant: text() }, {});
const endGrant = statement('end-grant', { grant: text() }, {});
const saveGrantWebsites = statement(
  'save-grant-websites',
  { grant: text(), user: int4(), websites: text() },
  {},
);
const noteClientUse = statement('note-client-use', { client: text() }, {});
const renewClientMetadata = statement('renew-client-metadata', { client: text(), payload: text() }, {});

export function createAuthorizationStore({ sql }: Database): AuthorizationStore {
  return {
    async upsert(model, id, payload, lifeSeconds) {
      const grantHash = hashOf(payload['grantId']);
      const record = {
        model,
        id: hashSecret(id),
        payload: JSON.stringify(sealPayload(id, payload)),
        grant: grantHash,
        uid: hashOf(payload['uid']),
        lifeSeconds: lifeSeconds ?? null,
      };
      if (model === 'AccessToken') {
        await sql.begin(async (transaction) => {
          await upsert(transaction, record);
          await endLegacyKeys(transaction, { grant: grantHash });
        });
      } else {
        await upsert(sql, record);
      }
    },

    async find(model, id) {
      const [row] = await find(sql, { model, id: hashSecret(id) });
      if (!row) return undefined;
      const { consumedAt, consumedSecondsAgo } = row;
      return {
        payload: openPayload(id, row.payload),
        ...(consumedAt !== null && { consumedAt }),
        ...(consumedSecondsAgo !== null && { consumedSecondsAgo }),
      };
    },

    async findByUid(model, uid) {
      const [row] = await findByUid(sql, { model, uid: hashSecret(uid) });
      return row?.payload;
    },

    async findAccessToken(token) {
      const [row] = await findAccessToken(sql, { token: hashSecret(token) });
      if (!row) return undefined;
      const { websiteIds, grantedIds } = row;
      const grantHash = hashOf(row.payload['grantId']);
      if (websiteIds.length < grantedIds.length) {
        await shrinkGrant(sql, { grant: grantHash, websites: plainArrayLiteral(websiteIds) });
      }
      return { payload: openPayload(token, row.payload), websiteIds };
    },

    async consume(model, id) {
      return (await consume(sql, { model, id: hashSecret(id) })).length > 0;
    },
    async destroy(model, id) {
      await destroy(sql, { model, id: hashSecret(id) });
    },
    async destroyOfGrant(model, grantId) {
      await destroyOfGrant(sql, { model, grant: hashSecret(grantId) });
    },
    async endGrant(grantId) {
      await endGrant(sql, { grant: hashSecret(grantId) });
    },
    async saveGrantWebsites(grantId, userId, websiteIds) {
      await saveGrantWebsites(sql, {
        grant: hashSecret(grantId),
        user: userId,
        websites: plainArrayLiteral(websiteIds),
      });
    },
    async noteClientUse(clientId) {
      await noteClientUse(sql, { client: hashSecret(clientId) });
    },
    async renewClientMetadata(clientId, document) {
      await renewClientMetadata(sql, { client: hashSecret(clientId), payload: JSON.stringify(document) });
    },
  };
}

function hashOf(value: unknown): string | null {
  return typeof value === 'string' ? hashSecret(value) : null;
}
