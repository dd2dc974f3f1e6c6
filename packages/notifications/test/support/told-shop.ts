import { randomUUID } from 'node:crypto';
import { addChannel, type ChannelOwner, type ChannelTarget, type NewChannel } from '../../src/index.ts';
import { type Database, raiseDataVersion } from '@funnel/db';
import { type Day, formatDay, parseDay, trustedWebsiteId } from '@funnel/domain';
import { createUser } from '@funnel/identity';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { newVisitorToken } from '@funnel/testing';

/** Seals addresses in tests. */
export const KEY = new Uint8Array(32).fill(9);
/** The day on which the tests take place. */
export const TODAY: Day = parseDay('2026-11-14') ?? 0;
/** At noon. */
export const NOW = new Date('2026-11-14T12:00:00Z');
/** The same time on another day. */
export const at = (day: Day): Date => new Date(day * 86_400_000 + 43_200_000);

/** Websites 1 and 2 of one account, 3 of another; each has a campaign with its id and 01. */
export async function addWebsites(database: Database, status = 'live'): Promise<void> {
  await importCatalog(
    database,
    {
      accounts: [
        { id: 1, name: 'North' },
        { id: 2, name: 'South' },
      ],
      websites: [
        { id: 1, account_id: 1, name: 'north.example', currency: 'EUR' },
        { id: 2, account_id: 1, name: 'west.example', currency: 'USD' },
        { id: 3, account_id: 2, name: 'south.example' },
      ],
      campaigns: [1, 2, 3].map((id) => ({
        id: id * 100 + 1,
        website_id: id,
        name: `Offer ${id}`,
        cta_type: 'bar',
        status,
      })),
    },
    { encryptionKey: KEY, now: at(TODAY + 60) },
  );
}

/** Adds a person to an account. */
export async function addPerson(
  database: Database,
  email: string,
  rights: { accountId: number; role?: 'owner' | 'member' | 'reader'; websiteIds?: number[] },
): Promise<number> {
  const { accountId, role, websiteIds } = rights;
  const created = await createUser(database, {
    email,
    passwordHash: '-',
    accountId,
    role,
    websiteIds: websiteIds?.map(trustedWebsiteId),
    isVerified: true,
  });
  if ('error' in created) throw new Error(created.error);
  return created.user.id;
}

/** Days of a campaign. */
export interface CampaignDaysOf {
  websiteId: number;
  first: Day;
  last: Day;
  viewers: number;
  converted: number;
}

/** Records viewers of the only campaign of a website, and folds them. */
export async function addDays(
  database: Database,
  { websiteId, first, last, viewers, converted }: CampaignDaysOf,
): Promise<void> {
  const events = Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((day) =>
    Array.from({ length: viewers }, (_each, viewer) => {
      const event = {
        website_id: websiteId,
        campaign_id: websiteId * 100 + 1,
        visitor_token: newVisitorToken(),
        occurred_at: `${formatDay(day)}T0${viewer % 10}:00:00Z`,
      };
      const types = viewer < converted ? ['view', 'conversion'] : ['view'];
      return types.map((type) => ({ ...event, event_id: randomUUID(), type }));
    }).flat(),
  );
  const { refused } = await recordEvents(database, events, { now: at(last + 1) });
  if (refused.length > 0) throw new Error(JSON.stringify(refused[0]));
  await foldPending(database, { minEvents: 1 });
}

/** Says when the newest event of a website was recorded: the real clock is not the one of the tests. */
export async function recordedAt(database: Database, websiteId: number, time: Date): Promise<void> {
  await database.sql`update website_activity set last_recorded_at = ${time.toISOString()}::timestamptz where website_id = ${websiteId}`;
  await raiseDataVersion(database.orm, [trustedWebsiteId(websiteId)]);
}

/** Breaks and verdicts of all websites, at any time. */
export const WISHES = {
  name: 'Alarms',
  websiteIds: null,
  breaks: true,
  verdicts: true,
  digest: false,
  noData: false,
  language: 'en',
  timeZone: 'UTC',
  digestHour: 8,
  quietFrom: null,
  quietTo: null,
};

/** Adds a channel that wants breaks and verdicts. */
export async function addTold(
  database: Database,
  owner: ChannelOwner,
  target: ChannelTarget,
  wishes: Partial<NewChannel> = {},
): Promise<number> {
  const { id } = await addChannel(
    database,
    {
      ...WISHES,
      owner,
      target,
      ...wishes,
    },
    { encryptionKey: KEY, privateReceivers: [new URL('url' in target ? target.url : 'http://x').origin] },
  );
  return id;
}

/** A confirmed e-mail address. */
export const mailTo = (email: string): ChannelTarget => ({ kind: 'email', email, isConfirmed: true });
