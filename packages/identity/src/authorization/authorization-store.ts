import { type Database, type Orm, ormOn } from '@funnel/db';
import { accountMembers, authorizationRecords, grantWebsites, websites } from '@funnel/db/schema';
import { DASHBOARD_CLIENT_ID, type WebsiteId } from '@funnel/domain';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { MAY_SEE } from '../people/users.ts';
import { newSecret, secretHash } from '@funnel/secrets';
import { endGrant } from './end-grant.ts';
import { isStrongEnough, type SignInStrength } from './sign-in-strength.ts';
import { findAccessToken, readTokenStates } from './access-tokens.ts';
import { endLegacyKeys } from './legacy-key-end.ts';
import { openPayload, type RecordPayload, sealPayload } from './record-payload.ts';

/** A record that has not expired. */
export interface StoredRecord {
  payload: RecordPayload;
  /** In seconds since 1970. */
  consumedAt?: number;
  consumedSecondsAgo?: number;
}

/** Tokens, codes, grants, sessions and clients, by model and id. Only hashes of ids are stored. */
export type AuthorizationStore = ReturnType<typeof createAuthorizationStore>;

const records = authorizationRecords;
const isLive = or(isNull(records.expiresAt), gt(records.expiresAt, sql`now()`));
const isRecord = (model: string, id: string) =>
  and(eq(records.model, model), eq(records.idHash, secretHash(id)));

/** Creates the store on a database. `fixedClients` exist without a record, beside the one of personal tokens. */
export function createAuthorizationStore(database: Database, fixedClients: readonly string[] = []) {
  const { sql: client, orm } = database;
  return {
    /**
     * Without a life the record never expires. An access token disables the legacy keys of its websites, but not one of the dashboard:
     * no program uses it in place of a key.
     */
    async upsert(model: string, id: string, payload: RecordPayload, lifeSeconds?: number): Promise<void> {
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

    async find(model: string, id: string): Promise<StoredRecord | undefined> {
      const [row] = await orm
        .select({
          payload: records.payload,
          consumedAt: records.consumedAt,
          consumedSecondsAgo: sql<number>`extract(epoch from now() - ${records.consumedAt})::float8`,
        })
        .from(records)
        .where(and(isRecord(model, id), isLive, model === 'Grant' ? isStrongEnough : undefined));
      if (!row) return undefined;
      const { consumedAt, consumedSecondsAgo } = row;
      return {
        payload: openPayload(id, row.payload),
        ...(consumedAt && { consumedAt: consumedAt.getTime() / 1000, consumedSecondsAgo }),
      };
    },

    async findByUid(model: string, uid: string): Promise<RecordPayload | undefined> {
      const [row] = await orm
        .select({ payload: records.payload })
        .from(records)
        .where(and(eq(records.model, model), eq(records.uidHash, secretHash(uid)), isLive));
      return row?.payload;
    },

    /** Also removes websites from the grant that its owner may no longer see. */
    findAccessToken: (token: string) => findAccessToken(database, token),
    /** The same for introspection, with what the grants and clients of the tokens say. One statement for all. */
    readTokenStates: (tokens: readonly string[]) => readTokenStates(database, tokens, fixedClients),

    /**
     * Marks a record as used. The time of the first use stays. The salt is random and the same for every use; null for a record that
     * is gone or was used before it had one.
     */
    async consume(model: string, id: string): Promise<{ isFirst: boolean; salt: string | null }> {
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

    async destroy(model: string, id: string): Promise<void> {
      await orm.delete(records).where(isRecord(model, id));
    },

    async destroyOfGrant(model: string, grantId: string): Promise<void> {
      await orm
        .delete(records)
        .where(and(eq(records.model, model), eq(records.grantIdHash, secretHash(grantId))));
    },

    /** Deletes the grant and its websites, which invalidates all of its tokens. */
    async endGrant(grantId: string): Promise<void> {
      await endGrant(client, { grantIdHash: secretHash(grantId) });
    },

    /** A grant that follows its person covers what the person may see at the moment, not these websites. */
    async saveGrantWebsites(
      grantId: string,
      userId: number,
      websiteIds: readonly WebsiteId[],
      { followsPerson = false } = {},
    ): Promise<void> {
      const granted = { userId, websiteIds: [...websiteIds], followsPerson };
      await orm
        .insert(grantWebsites)
        .values({ grantIdHash: secretHash(grantId), ...granted })
        .onConflictDoUpdate({ target: grantWebsites.grantIdHash, set: granted });
    },

    /** Notes how the person of a grant had signed in. It counts for nothing while an account of theirs requires more. */
    async noteSignIn(grantId: string, signIn: SignInStrength): Promise<void> {
      await orm
        .update(records)
        .set({ payload: sql`${records.payload} || ${JSON.stringify(signIn)}::jsonb` })
        .where(isRecord('Grant', grantId));
    },

    /** Called when a person grants a client access; unused clients are deleted after a while. */
    async noteClientUse(clientId: string): Promise<void> {
      await orm.update(records).set({ lastUsedAt: sql`now()` }).where(isRecord('Client', clientId));
    },

    /** Updates a stored metadata document; never creates one, so that strangers cannot fill the table. */
    async renewClientMetadata(clientId: string, document: RecordPayload): Promise<void> {
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
    // By the clock of the database, which also decides what has expired.
    expiresAt: lifeSeconds === undefined ? null : sql`now() + make_interval(secs => ${lifeSeconds}::float8)`,
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

function hashIfText(value: unknown): Buffer | null {
  return typeof value === 'string' ? secretHash(value) : null;
}
