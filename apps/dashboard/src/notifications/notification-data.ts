import type { components } from '@funnel/client';
import type { PickableWebsite } from '@funnel/pages';
import type { Visit } from '../account/account-visits.ts';

type Schemas = components['schemas'];

export type Channel = Schemas['NotificationChannel'];
export type ChannelKind = Channel['kind'];
export type ChannelWishes = Pick<
  Channel,
  'name' | 'website_ids' | 'breaks' | 'verdicts' | 'digest' | 'no_data' | 'language' | 'time_zone'
> &
  Pick<Channel, 'digest_hour' | 'quiet_from' | 'quiet_to'>;
export type ChannelMute = Schemas['NotificationMute'] & { channel_id: number };
export type Episode = Schemas['NotificationEpisode'];
export type Delivery = Schemas['NotificationDeliveries']['deliveries'][number];
type Website = Schemas['NotificationChoices']['websites'][number];
/** A website that the person may see, with what they may do there. */
export type ChannelWebsite = PickableWebsite & Pick<Website, 'role'>;

/** What a channel can be about, and the address of the person. */
export interface Choices {
  email: string | null;
  websites: ChannelWebsite[];
}

const BASE = '/beyond-v1/notifications';
export const CHANNELS = `${BASE}/channels`;
export const EPISODES = `${BASE}/episodes`;

/** What the REST API has at a path; undefined if it has nothing there for this person. */
async function read<Body>({ ask }: Visit, path: string): Promise<Body | undefined> {
  const answer = await ask<Body>({ method: 'GET', path });
  return 'mistake' in answer ? undefined : answer.body;
}

/** Undefined if this installation sends no notifications. */
export async function readChoices(visit: Visit): Promise<Choices | undefined> {
  const choices = await read<Schemas['NotificationChoices']>(visit, `${BASE}/choices`);
  return choices && { ...choices, websites: choices.websites.map(pickable) };
}

const pickable = ({ account_id, account_name, ...website }: Website): ChannelWebsite => ({
  ...website,
  accountId: account_id,
  accountName: account_name,
});

/** Undefined if there is no such channel, or it is not the person's. */
export const readChannel = (visit: Visit, channelId: number) =>
  read<Channel>(visit, `${CHANNELS}/${channelId}`);

export async function readChannels(visit: Visit): Promise<Channel[]> {
  return (await read<Schemas['NotificationChannels']>(visit, CHANNELS))?.channels ?? [];
}

export async function readMutes(visit: Visit): Promise<ChannelMute[]> {
  const found = await read<Schemas['AllNotificationMutes']>(visit, `${BASE}/mutes`);
  return (found?.channels ?? []).flatMap(({ channel_id, mutes }) =>
    mutes.map((mute) => ({ ...mute, channel_id })),
  );
}

export async function readMutesOf(visit: Visit, channelId: number): Promise<ChannelMute[]> {
  const found = await read<Schemas['NotificationMutes']>(visit, `${CHANNELS}/${channelId}/mutes`);
  return (found?.mutes ?? []).map((mute) => ({ ...mute, channel_id: channelId }));
}

export async function readEpisodes(visit: Visit): Promise<Episode[]> {
  return (await read<Schemas['NotificationEpisodes']>(visit, `${EPISODES}?state=open`))?.episodes ?? [];
}

export async function readDeliveries(visit: Visit, channelId: number): Promise<Delivery[]> {
  const found = await read<Schemas['NotificationDeliveries']>(visit, `${CHANNELS}/${channelId}/deliveries`);
  return found?.deliveries ?? [];
}
