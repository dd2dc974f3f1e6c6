import type { PickableWebsite } from '@funnel/pages';
import { z } from 'zod';
import type { Visit } from '../account/account-visits.ts';

// What the REST API says about notifications, as the pages use it.

const time = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : new Date(text)));
const id = z.number();
const hour = z.number().nullable();

const channel = z
  .object({
    id,
    kind: z.enum(['email', 'slack', 'webhook']),
    name: z.string(),
    destination: z.string(),
    account_id: id.nullable(),
    website_ids: z.array(id).nullable(),
    breaks: z.boolean(),
    verdicts: z.boolean(),
    digest: z.boolean(),
    no_data: z.boolean(),
    language: z.string(),
    time_zone: z.string(),
    digest_hour: z.number(),
    quiet_from: hour,
    quiet_to: hour,
    confirmed_at: time,
    failing_since: time,
    switched_off_at: time,
    off_reason: z.string().nullable(),
    previous_secret_until: time,
  })
  .transform(({ destination: hint, ...body }) => ({
    id: body.id,
    kind: body.kind,
    name: body.name,
    /** What people see of the address. */
    hint,
    /** Null: it is the person's own. */
    accountId: body.account_id,
    /** Null: all. */
    websiteIds: body.website_ids,
    breaks: body.breaks,
    verdicts: body.verdicts,
    digest: body.digest,
    noData: body.no_data,
    language: body.language,
    timeZone: body.time_zone,
    digestHour: body.digest_hour,
    quietFrom: body.quiet_from,
    quietTo: body.quiet_to,
    confirmedAt: body.confirmed_at,
    failingSince: body.failing_since,
    switchedOffAt: body.switched_off_at,
    offReason: body.off_reason,
    previousSecretUntil: body.previous_secret_until,
  }));
export type Channel = z.output<typeof channel>;
export type ChannelKind = Channel['kind'];
export type ChannelWishes = Pick<
  Channel,
  'name' | 'websiteIds' | 'breaks' | 'verdicts' | 'digest' | 'noData' | 'language' | 'timeZone'
> &
  Pick<Channel, 'digestHour' | 'quietFrom' | 'quietTo'>;

const mute = z
  .object({ website_id: id, campaign_id: id.nullable(), campaign_name: z.string().nullable(), until: time })
  // 0: the whole website.
  .transform((body) => ({
    websiteId: body.website_id,
    campaignId: body.campaign_id ?? 0,
    campaignName: body.campaign_name,
    until: body.until,
  }));
export type ChannelMute = z.output<typeof mute> & { channelId: number };

const episode = z
  .object({
    id: z.string(),
    kind: z.enum(['break', 'verdict', 'no_data']),
    website_id: id,
    campaign_id: id.nullable(),
    campaign_name: z.string().nullable(),
    began: z.string(),
    fixed_at: time,
    stopped: z.enum(['views', 'conversions', 'submissions', 'completions']).nullable(),
    seen: z.object({ viewers: z.number(), count: z.number(), expected: z.number() }).nullable(),
    last_event_at: time,
  })
  // 0: all campaigns, or the website itself.
  .transform(({ began, kind, seen, stopped, ...body }) => ({
    id: body.id,
    began,
    kind,
    seen,
    stopped,
    websiteId: body.website_id,
    campaignId: body.campaign_id ?? 0,
    campaignName: body.campaign_name,
    fixedAt: body.fixed_at,
    lastEventAt: body.last_event_at,
  }));
export type Episode = z.output<typeof episode>;

const delivery = z
  .object({
    id: z.string(),
    type: z.string(),
    website_id: id.nullable(),
    campaign_name: z.string().nullable(),
    created_at: z.string(),
    attempts: z.number(),
    next_attempt_at: time,
    done_at: time,
    outcome: z.enum(['sent', 'failed', 'dropped']).nullable(),
    answer: z.string().nullable(),
  })
  .transform(({ type, attempts, outcome, answer, ...body }) => ({
    id: body.id,
    type,
    attempts,
    outcome,
    answer,
    websiteId: body.website_id,
    campaignName: body.campaign_name,
    createdAt: new Date(body.created_at),
    nextAttemptAt: body.next_attempt_at,
    doneAt: body.done_at,
  }));
export type Delivery = z.output<typeof delivery>;

const choices = z.object({
  email: z.string().nullable(),
  websites: z.array(
    z
      .object({
        id,
        name: z.string(),
        account_id: id,
        account_name: z.string(),
        role: z.enum(['owner', 'member', 'reader']).nullable(),
      })
      .transform(({ account_id: accountId, account_name: accountName, ...website }) => ({
        ...website,
        accountId,
        accountName,
      })),
  ),
});
/** What a channel can be about, and the address of the person. */
export type Choices = z.output<typeof choices>;
/** A website that the person may see, with what they may do there. */
export type ChannelWebsite = Choices['websites'][number] & PickableWebsite;

const lists = {
  channels: z.object({ channels: z.array(channel) }),
  mutes: z.object({ channels: z.array(z.object({ channel_id: id, mutes: z.array(mute) })) }),
  mutesOf: z.object({ mutes: z.array(mute) }),
  episodes: z.object({ episodes: z.array(episode) }),
  deliveries: z.object({ deliveries: z.array(delivery) }),
};

const BASE = '/beyond-v1/notifications';
export const CHANNELS = `${BASE}/channels`;
export const EPISODES = `${BASE}/episodes`;

/** What the REST API has at a path; undefined if it has nothing there for this person. */
async function read<Schema extends z.ZodType>({ ask }: Visit, path: string, schema: Schema) {
  const answer = await ask({ method: 'GET', path });
  return 'mistake' in answer ? undefined : schema.parse(answer.body);
}

/** Undefined if this installation sends no notifications. */
export const readChoices = (visit: Visit) => read(visit, `${BASE}/choices`, choices);

/** Undefined if there is no such channel, or it is not the person's. */
export const readChannel = (visit: Visit, channelId: number) =>
  read(visit, `${CHANNELS}/${channelId}`, channel);

export async function readChannels(visit: Visit): Promise<Channel[]> {
  return (await read(visit, CHANNELS, lists.channels))?.channels ?? [];
}

export async function readMutes(visit: Visit): Promise<ChannelMute[]> {
  const found = await read(visit, `${BASE}/mutes`, lists.mutes);
  return (found?.channels ?? []).flatMap(({ channel_id: channelId, mutes }) =>
    mutes.map((each) => ({ ...each, channelId })),
  );
}

export async function readMutesOf(visit: Visit, channelId: number): Promise<ChannelMute[]> {
  const found = await read(visit, `${CHANNELS}/${channelId}/mutes`, lists.mutesOf);
  return (found?.mutes ?? []).map((each) => ({ ...each, channelId }));
}

export async function readEpisodes(visit: Visit): Promise<Episode[]> {
  return (await read(visit, `${EPISODES}?state=open`, lists.episodes))?.episodes ?? [];
}

export async function readDeliveries(visit: Visit, channelId: number): Promise<Delivery[]> {
  return (await read(visit, `${CHANNELS}/${channelId}/deliveries`, lists.deliveries))?.deliveries ?? [];
}

/** What is sent, for the REST API. An hour that is none stays wrong. */
export function wishesBody(wishes: ChannelWishes): object {
  const hourOf = (value: number | null) => (Number.isNaN(value) ? -1 : value);
  return {
    name: wishes.name,
    website_ids: wishes.websiteIds,
    breaks: wishes.breaks,
    verdicts: wishes.verdicts,
    digest: wishes.digest,
    no_data: wishes.noData,
    language: wishes.language,
    time_zone: wishes.timeZone,
    digest_hour: hourOf(wishes.digestHour),
    quiet_from: hourOf(wishes.quietFrom),
    quiet_to: hourOf(wishes.quietTo),
  };
}

export const channelIn = (body: unknown): Channel => channel.parse(body);
