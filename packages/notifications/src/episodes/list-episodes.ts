import { type Connection, ormOn } from '@funnel/db';
import { notificationEpisodes } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Message } from '../messages/message.ts';

type Stored = typeof notificationEpisodes.$inferSelect;

/** What lasts for a while. */
export type EpisodeKind = Stored['kind'];

/** Something that happened to a website and lasts. */
export interface Episode extends Omit<Stored, 'fixedBy' | 'payload'> {
  /** As it was when it was last found. */
  payload: Message;
}

const { fixedBy: _whoFixed, ...listed } = getTableColumns(notificationEpisodes);
const { id, websiteId, kind, openedAt, endedAt } = listed;
const MAX_EPISODES = 100;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The newest episodes of websites that the caller may see; only those that last if `isOpen`. */
export async function listEpisodes(
  connection: Connection,
  websiteIds: readonly WebsiteId[],
  { isOpen }: { isOpen: boolean },
): Promise<Episode[]> {
  if (websiteIds.length === 0) return [];
  const rows = await ormOn(connection)
    .select(listed)
    .from(notificationEpisodes)
    .where(and(inArray(websiteId, [...websiteIds]), isOpen ? isNull(endedAt) : undefined))
    .orderBy(desc(openedAt), desc(id))
    .limit(MAX_EPISODES);
  return rows as unknown as Episode[];
}

/**
 * Notes that somebody says a break is fixed: nobody is reminded of it for a week. Returns false if there is no such break of these websites.
 */
export async function sayFixed(
  connection: Connection,
  websiteIds: readonly WebsiteId[],
  { episodeId, userId }: { episodeId: string; userId: number | null },
): Promise<boolean> {
  if (websiteIds.length === 0 || !UUID.test(episodeId)) return false;
  const said = await ormOn(connection)
    .update(notificationEpisodes)
    .set({ fixedAt: sql`now()`, fixedBy: userId })
    .where(and(eq(id, episodeId), inArray(websiteId, [...websiteIds]), eq(kind, 'break'), isNull(endedAt)))
    .returning({ id });
  return said.length > 0;
}
