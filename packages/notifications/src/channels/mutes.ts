import type { Database } from '@funnel/db';
import { notificationChannels, notificationMutes } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { findChannel } from './read-channels.ts';
import { type ChannelScope, isIn } from './scope.ts';

/** What a channel says nothing about. */
export interface Mute {
  websiteId: WebsiteId;
  /** 0: the whole website. */
  campaignId: number;
  /** Null: until it is lifted. */
  until: Date | null;
}

const LASTS = or(isNull(notificationMutes.until), gt(notificationMutes.until, sql`now()`));

/**
 * Makes a channel say nothing about a campaign: for a while, or until it is lifted. Returns false if there is no such channel.
 */
export async function muteCampaign(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  { websiteId, campaignId, until }: Mute,
): Promise<boolean> {
  if (!(await findChannel(database, scope, channelId))) return false;
  await database.orm
    .insert(notificationMutes)
    .values({ channelId, websiteId, campaignId, until })
    .onConflictDoUpdate({
      target: [notificationMutes.channelId, notificationMutes.websiteId, notificationMutes.campaignId],
      set: { until },
    });
  return true;
}

/** Lets a channel speak about a campaign again. Returns false if it was not muted. */
export async function unmuteCampaign(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  { websiteId, campaignId }: Omit<Mute, 'until'>,
): Promise<boolean> {
  if (!(await findChannel(database, scope, channelId))) return false;
  const m = notificationMutes;
  const lifted = await database.orm
    .delete(m)
    .where(and(eq(m.channelId, channelId), eq(m.websiteId, websiteId), eq(m.campaignId, campaignId)))
    .returning({ id: m.channelId });
  return lifted.length > 0;
}

/** What these channels, or one of them, say nothing about at the moment. */
export function listMutes(
  { orm }: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channel?: number,
): Promise<(Mute & { channelId: number })[]> {
  const { channelId, websiteId, campaignId, until } = notificationMutes;
  return orm
    .select({ channelId, websiteId, campaignId, until })
    .from(notificationMutes)
    .innerJoin(notificationChannels, eq(notificationChannels.id, channelId))
    .where(and(isIn(scope), LASTS, channel === undefined ? undefined : eq(channelId, channel)))
    .orderBy(channelId, websiteId, campaignId);
}
