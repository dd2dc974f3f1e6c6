import type { Connection } from '@funnel/db';
import { bool, int4, int4Array, int4Literal, nullable, plainArrayLiteral, type RowOf } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

const read = statement(
  'read-readers',
  { websites: nullable(int4Literal()), channels: nullable(int4Literal()) },
  {
    channelId: int4(),
    websiteId: int4<WebsiteId>(),
    breaks: bool(),
    verdicts: bool(),
    digest: bool(),
    noData: bool(),
    // Campaigns that it does not want to hear of; 0: the whole website.
    muted: int4Array(),
  },
);

/** A channel that gets messages about a website, and which. */
export type Reader = Readonly<RowOf<typeof read>>;

/** Which channels get messages about which websites at the moment. */
export function readReaders(
  connection: Connection,
  only: { websites: readonly WebsiteId[] } | { channels: readonly number[] },
): Promise<Reader[]> {
  return read(connection, {
    websites: 'websites' in only ? plainArrayLiteral(only.websites) : null,
    channels: 'channels' in only ? plainArrayLiteral(only.channels) : null,
  });
}

/** The channels of those that want to hear of a campaign; of the whole website if it is 0. */
export function channelsFor(readers: readonly Reader[], campaignId: number): number[] {
  return readers.filter((reader) => hears(reader, campaignId)).map(({ channelId }) => channelId);
}

/** Whether a reader wants to hear of a campaign; of the whole website if it is 0. */
export function hears({ muted }: Reader, campaignId: number): boolean {
  return !muted.includes(0) && !muted.includes(campaignId);
}
