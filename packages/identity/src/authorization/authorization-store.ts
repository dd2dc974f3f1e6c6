import { type Database, type Orm, ormOn } from '@funnel/db';
import { accountMembers, authorizationRecords, grantWebsites, websites } from '@funnel/db/schema';
import { bytea } from '@funnel/db/sql';
import { DASHBOARD_CLIENT_ID, type WebsiteId } from '@funnel/domain';
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { MAY_SEE } from '../people/users.ts';
import { newSecret, secretHash } from '../secrets.ts';
import { statement } from '../statement.ts';
import {
  findAccessToken,
  readTokenStates,
  type StoredAccessToken,
  type TokenState,
} from './access-tokens.ts';
import { endLegacyKeys } from './legacy-key-end.ts';
import { openPayload, type RecordPayload, sealPayload } from './record-payload.ts';

/** A record that has not expired. */
export interface StoredRecord {
  payload: RecordPayload;
  /** In seconds since 1970. */
  consumedAt?: number;
  consumedSecondsAgo?: number;
}

/** The use of a record. */
interface Consumption {
  isFirst: boolean;
  /** Random, the same for every use; null for a record that is gone or was used before it had one. */
  salt: string | null;
}

/** Tokens, codes, grants, sessions and clients, by model and id. Only hashes of ids are stored. */
export interface AuthorizationStore {
  /**
   * Without a life the record never expires. An access token disables the legacy keys of its websites, but not one of the dashboard:
   * no program uses it in place of a key.
   */
  upsert(model: string, id: string, payload: RecordPayload, lifeSeconds?: number): Promise<void>;
  find(model: string, id: string): Promise<StoredRecord | undefined>;
  findByUid(model: string, uid: string): Promise<RecordPayload | undefined>;
  /** Also removes websites from the grant that its owner may no longer see. */
  findAccessToken(token: string): Promise<StoredAccessToken | undefined>;
  /** The same for introspection, with what the grants and clients of the tokens say. One statement for all. */
  readTokenStates(tokens: readonly string[]): Promise<TokenState[]>;
  /** Marks a record as used. The time of the first use stays. */
  consume(model: string, id: string): Promise<Consumption>;
  destroy(model: string, id: string): Promise<void>;
  destroyOfGrant(model: string, grantId: string): Promise<void>;
  /** Deletes the grant and its websites, which invalidates all of its tokens. */
  endGrant(grantId: string): Promise<void>;
  /** A grant that follows its person covers what the person may see at the moment, not these websites. */
  saveGrantWebsites(
    grantId: string,
    userId: number,
    websiteIds: readonly WebsiteId[],
    options?: { followsPerson?: boolean },
  ): Promise<void>;
  /** Called when a person grants a client access; unused clients are deleted after a while. */
  noteClientUse(clientId: string): Promise<void>;
  /** Updates a stored metadata document; never creates one, so that strangers cannot fill the table. */
  renewClientMetadata(clientId: string, document: RecordPayload): Promise<void>;
}

const endGrant = statement('end-grant', { grantIdHash: bytea() }, {});

const records = authorizationRecords;
const isLive = or(isNull(records.expiresAt), gt(records.expiresAt, sql`now()`));
const isRecord = (model: string, id: string) =>
  and(eq(records.model, model), eq(records.idHash, secretHash(id)));

/** Creates the store on a database. `fixedClients` exist without a record, beside the one of personal tokens. */
export function createAuthorizationStore(
  database: Database,
  fixedClients: readonly string[] = [],
): AuthorizationStore {
  const { sql: client, orm } = database;
  return {
    async upsert(model, id, payload, lifeSeconds) {
      if (model !== 'AccessToken' || payload['clientId'] === DASHBOARD_CLIENT_ID) {
        await upsertRecord(orm, model, id, payload, lifeSeconds);
        return;
      }
      await client.begin(async (transaction) => {
        const tx = ormOn(transaction);
        await upsertRecord(tx, model, id, payload, lifeSeconds);
        const userId = Number(payload['accountId']) || null;
        await endLegacyKeys(transaction, await readGrantedWebsites(tx, payload['grantId']), { userId });
      });
    },

    async find(model, id) {
      const [row] = await orm
        .select({
          payload: records.payload,
          consumedAt: records.consumedAt,
          consumedSecondsAgo: sql<number>`extract(epoch from now() - ${records.consumedAt})::float8`,
        })
        .from(records)
        .where(and(isRecord(model, id), isLive));
      if (!row) return undefined;
      const { consumedAt, consumedSecondsAgo } = row;
      return {
        payload: openPayload(id, row.payload),
        ...(consumedAt && { consumedAt: consumedAt.getTime() / 1000, consumedSecondsAgo }),
      };
    },

    async findByUid(model, uid) {
      const [row] = await orm
        .select({ payload: records.payload })
        .from(records)
        .where(and(eq(records.model, model), eq(records.uidHash, secretHash(uid)), isLive));
      return row?.payload;
    },

    findAccessToken: (token) => findAccessToken(database, token),
    readTokenStates: (tokens) => readTokenStates(database, tokens, fixedClients),

    async consume(model, id) {
      const offered = newSecret();
      const { payload, consumedAt } = records;
      const withSalt = sql`${payload} || jsonb_build_object('salt', ${offered}::text)`;
      const [row] = await orm
        .update(records)
        .set({
          consumedAt: sql`coalesce(${consumedAt}, now())`,
          payload: sql`case when ${consumedAt} is null then ${withSalt} else ${payload} end`,
        })
        .where(isRecord(model, id))
        .returning({ salt: sql<string | null>`${payload}->>'salt'` });
      const salt = row?.salt ?? null;
      return { isFirst: salt === offered, salt };
    },

    async destroy(model, id) {
      await orm.delete(records).where(isRecord(model, id));
    },

    async destroyOfGrant(model, grantId) {
      await orm
        .delete(records)
        .where(and(eq(records.model, model), eq(records.grantIdHash, secretHash(grantId))));
    },

    async endGrant(grantId) {
      await endGrant(client, { grantIdHash: secretHash(grantId) });
    },

    async saveGrantWebsites(grantId, userId, websiteIds, { followsPerson = false } = {}) {
      const granted = { userId, websiteIds: [...websiteIds], followsPerson };
      await orm
        .insert(grantWebsites)
        .values({ grantIdHash: secretHash(grantId), ...granted })
        .onConflictDoUpdate({ target: grantWebsites.grantIdHash, set: granted });
    },

    async noteClientUse(clientId) {
      await orm.update(records).set({ lastUsedAt: sql`now()` }).where(isRecord('Client', clientId));
    },

    async renewClientMetadata(clientId, document) {
      await orm.update(records).set({ payload: document }).where(isRecord('ClientMetadata', clientId));
    },
  };
}

async function upsertRecord(
  orm: Orm,
  model: string,
  id: string,
  payload: RecordPayload,
  lifeSeconds: number | undefined,
): Promise<void> {
  const content = {
    payload: sealPayload(id, payload),
    grantIdHash: hashIfText(payload['grantId']),
    uidHash: hashIfText(payload['uid']),
    expiresAt: lifeSeconds === undefined ? null : secondsFromNow(lifeSeconds),
  };
  await orm
    .insert(records)
    .values({ model, idHash: secretHash(id), ...content })
    // A record that was used stays as it is: its salt tells which token has taken its place.
    .onConflictDoUpdate({
      target: [records.model, records.idHash],
      set: content,
      setWhere: isNull(records.consumedAt),
    });
}

/** The websites of a grant that its owner may still see. */
async function readGrantedWebsites(orm: Orm, grantId: unknown): Promise<WebsiteId[]> {
  const grantIdHash = hashIfText(grantId);
  if (!grantIdHash) return [];
  const rows = await orm
    .select({ id: websites.id })
    .from(grantWebsites)
    .innerJoin(accountMembers, eq(accountMembers.userId, grantWebsites.userId))
    .innerJoin(
      websites,
      and(
        eq(websites.accountId, accountMembers.accountId),
        sql`${websites.id} = any (${grantWebsites.websiteIds})`,
        MAY_SEE,
      ),
    )
    .where(eq(grantWebsites.grantIdHash, grantIdHash));
  return rows.map(({ id }) => id);
}

/** By the clock of the database, which also decides what has expired. */
function secondsFromNow(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds}::float8)`;
}

function hashIfText(value: unknown): Buffer | null {
  return typeof value === 'string' ? secretHash(value) : null;
}
