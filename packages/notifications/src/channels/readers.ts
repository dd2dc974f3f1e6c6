import type { Connection } from '@funnel/db';
import { bool, int4, int4Array, int4Literal, nullable, plainArrayLiteral } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

/** A channel that gets messages about a website, and which. */
export interface Reader {
  channelId: number;
  websiteId: WebsiteId;
  breaks: boolean;
  verdicts: boolean;
  digest: boolean;
  noData: boolean;
  /** Campaigns that it does not want to hear of; 0: the whole website. */
  muted: readonly number[];
}

const read = statement(
  'read-readers',
  { websites: nullable(int4Literal()), channels: nullable(int4Literal()) },
  {
    channel_id: int4(),
    website_id: int4<WebsiteId>(),
    breaks: bool(),
    verdicts: bool(),
    digest: bool(),
    no_data: bool(),
    muted: int4Array(),
  },
);

/** Which channels get messages about which websites at the moment. */
export async function readReaders(
  connection: Connection,
  only: { websites: readonly WebsiteId[] } | { channels: readonly number[] },
): Promise<Reader[]> {
  const rows = await read(connection, {
    websites: 'websites' in only ? plainArrayLiteral(only.websites) : null,
    channels: 'channels' in only ? plainArrayLiteral(only.channels) : null,
  });
  return rows.map((row) => ({
    channelId: row.channel_id,
    websiteId: row.website_id,
    breaks: row.breaks,
    verdicts: row.verdicts,
    digest: row.digest,
    noData: row.no_data,
    muted: row.muted,
  }));
}

/** Whether a reader wants to hear of a campaign; of the whole website if it is 0. */
export function hears({ muted }: Reader, campaignId: number): boolean {
  return !muted.includes(0) && !muted.includes(campaignId);
}
