import { plainArrayLiteral } from '@funnel/db/sql';
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

const upsert = statement('upsert');
const endLegacyKeys = statement('end-legacy-keys');
const find = statement('find');
const findByUid = statement('find-by-uid');
const findAccessToken = statement('find-access-token');
const shrinkGrant = statement('shrink-grant');
const consume = statement('consume');
const destroy = statement('destroy');
const destroyOfGrant = statement('destroy-of-grant');
const endGrant = statement('end-grant');
const saveGrantWebsites = statement('save-grant-websites');
const noteClientUse = statement('note-client-use');
const renewClientMetadata = statement('renew-client-metadata');

export function createAuthorizationStore({ sql }: Database): AuthorizationStore {
  return {
    async upsert(model, id, payload, lifeSeconds) {
      const grantHash = hashOf(payload['grantId']);
      const record = [
        model,
        hashSecret(id),
        JSON.stringify(sealPayload(id, payload)),
        grantHash,
        hashOf(payload['uid']),
        lifeSeconds ?? null,
      ];
      if (model === 'AccessToken') {
        await sql.begin(async (transaction) => {
          await upsert(transaction, record);
          await endLegacyKeys(transaction, [grantHash]);
        });
      } else {
        await upsert(sql, record);
      }
    },

    async find(model, id) {
      const [row] = await find<FoundRow>(sql, [model, hashSecret(id)]);
      if (!row) return undefined;
      const { consumedAt, consumedSecondsAgo } = row;
      return {
        payload: openPayload(id, row.payload),
        ...(consumedAt !== null && { consumedAt }),
        ...(consumedSecondsAgo !== null && { consumedSecondsAgo }),
      };
    },

    async findByUid(model, uid) {
      const [row] = await findByUid<{ payload: RecordPayload }>(sql, [model, hashSecret(uid)]);
      return row?.payload;
    },

    async findAccessToken(token) {
      const [row] = await findAccessToken<FoundAccessToken>(sql, [hashSecret(token)]);
      if (!row) return undefined;
      const { websiteIds, grantedIds } = row;
      const grantHash = hashOf(row.payload['grantId']);
      if (websiteIds.length < grantedIds.length) {
        await shrinkGrant(sql, [grantHash, plainArrayLiteral(websiteIds)]);
      }
      return { payload: openPayload(token, row.payload), websiteIds };
    },

    async consume(model, id) {
      return (await consume(sql, [model, hashSecret(id)])).length > 0;
    },
    async destroy(model, id) {
      await destroy(sql, [model, hashSecret(id)]);
    },
    async destroyOfGrant(model, grantId) {
      await destroyOfGrant(sql, [model, hashSecret(grantId)]);
    },
    async endGrant(grantId) {
      await endGrant(sql, [hashSecret(grantId)]);
    },
    async saveGrantWebsites(grantId, userId, websiteIds) {
      await saveGrantWebsites(sql, [hashSecret(grantId), userId, plainArrayLiteral(websiteIds)]);
    },
    async noteClientUse(clientId) {
      await noteClientUse(sql, [hashSecret(clientId)]);
    },
    async renewClientMetadata(clientId, document) {
      await renewClientMetadata(sql, [hashSecret(clientId), JSON.stringify(document)]);
    },
  };
}

interface FoundRow {
  payload: RecordPayload;
  consumedAt: number | null;
  consumedSecondsAgo: number | null;
}

interface FoundAccessToken {
  payload: RecordPayload;
  grantedIds: number[];
  websiteIds: number[];
}

function hashOf(value: unknown): string | null {
  return typeof value === 'string' ? hashSecret(value) : null;
}
