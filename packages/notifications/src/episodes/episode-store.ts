import type { Connection } from '@funnel/db';
import {
  int4,
  int4Literal,
  nullable,
  plainArrayLiteral,
  type RowOf,
  text,
  timestamptz,
} from '@funnel/db/sql';
import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import type { CampaignBroke, Message, MessageType } from '../messages/message.ts';
import { statement } from '../statement.ts';
import type { EpisodeKind } from './list-episodes.ts';
import type { Ending, KnownEpisode } from './reconcile.ts';

const read = statement(
  'read-episodes',
  { websites: int4Literal(), kind: text(), since: timestamptz() },
  {
    id: text(),
    websiteId: int4<WebsiteId>(),
    campaignId: int4(),
    // When it was last found.
    campaignName: nullable(text()),
    // What broke, of a break.
    what: nullable(text<CampaignBroke['what']>()),
    began: int4(),
    opened_at: timestamptz(),
    ended_at: nullable(timestamptz()),
    fixed_at: nullable(timestamptz()),
  },
);
const open = statement(
  'open-episode',
  { website: int4(), kind: text(), campaign: int4(), began: text(), payload: text(), now: timestamptz() },
  { id: text() },
);
/** Notes that an episode lasts, and how it is now. */
export const seeEpisode = statement(
  'see-episode',
  { episode: text(), payload: text(), now: timestamptz() },
  {},
);
/** Ends an episode. Who was not told yet is not told any more. */
export const endEpisode = statement(
  'end-episode',
  { episode: text(), how: text<Ending | 'returned' | 'replaced' | 'ended'>(), now: timestamptz() },
  {},
);
/** Ends everything that is open on some websites. Returns how many. */
export const endEpisodesOf = statement(
  'end-episodes-of',
  { websites: int4Literal(), how: text<Ending>(), now: timestamptz() },
  { count: int4() },
);
const add = statement(
  'add-messages',
  {
    channels: int4Literal(),
    key: text(),
    type: text(),
    website: int4(),
    campaign: nullable(int4()),
    episode: text(),
    payload: text(),
    after: nullable(text()),
  },
  { channel_id: int4() },
);

/** An episode, and the name of its campaign when it was last found. */
export type StoredEpisode = KnownEpisode & Pick<RowOf<typeof read>, 'websiteId' | 'campaignName' | 'what'>;

/** What is found again within this time may be the same. */
const REMEMBERED_MS = 60 * 86_400_000;

/** Reads the open episodes of some websites, and those that ended lately. */
export async function readEpisodes(
  connection: Connection,
  { websiteIds, kind, now }: { websiteIds: readonly WebsiteId[]; kind: EpisodeKind; now: Date },
): Promise<StoredEpisode[]> {
  const since = new Date(now.getTime() - REMEMBERED_MS).toISOString();
  const rows = await read(connection, { websites: plainArrayLiteral(websiteIds), kind, since });
  return rows.map(({ opened_at, ended_at, fixed_at, ...row }) => ({
    ...row,
    openedAt: new Date(opened_at),
    endedAt: ended_at === null ? null : new Date(ended_at),
    fixedAt: fixed_at === null ? null : new Date(fixed_at),
  }));
}

interface NewEpisode {
  websiteId: WebsiteId;
  kind: EpisodeKind;
  campaignId: number;
  began: Day;
  message: Message & { type: MessageType };
  now: Date;
}

/** Adds the message of an episode for these channels, and opens the episode if it is not open. Returns how many. */
export async function openAndTell(
  connection: Connection,
  episode: NewEpisode,
  to: { said: Said; channels: readonly number[]; openId?: string | undefined },
): Promise<number> {
  const id = to.openId ?? (await openEpisode(connection, episode));
  return id === undefined
    ? 0
    : tell(connection, { ...to, episode: { ...episode, id }, message: episode.message });
}

/** Opens an episode. Undefined if one is open already: somebody else was faster. */
async function openEpisode(connection: Connection, episode: NewEpisode): Promise<string | undefined> {
  const [row] = await open(connection, {
    website: episode.websiteId,
    kind: episode.kind,
    campaign: episode.campaignId,
    began: formatDay(episode.began),
    payload: JSON.stringify(episode.message),
    now: episode.now.toISOString(),
  });
  return row?.id;
}

export type Said = 'broke' | 'still' | 'recovered' | 'decided' | 'silent';

/** Adds the message of an episode for each of these channels, unless it has it. `after`: only for channels that were told that. Returns how many. */
export async function tell(
  connection: Connection,
  told: {
    episode: { id: string; websiteId: WebsiteId; campaignId: number };
    said: Said;
    message: Message & { type: MessageType };
    channels: readonly number[];
    after?: Said;
  },
): Promise<number> {
  const { episode, said, message, channels, after } = told;
  if (channels.length === 0) return 0;
  const rows = await add(connection, {
    channels: plainArrayLiteral(channels),
    key: `${said} ${episode.id}`,
    type: message.type,
    website: episode.websiteId,
    campaign: episode.campaignId === 0 ? null : episode.campaignId,
    episode: episode.id,
    payload: JSON.stringify(message),
    after: after ? `${after} ${episode.id}` : null,
  });
  return rows.length;
}
