import { type Connection, type WebsiteFacts, websiteGroups } from '@funnel/db';
import { int4, int4Literal, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, firstWatchedDay, formatDay, type LastDay, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';
import { findBreaks, type ListedBreak, nameBreaks } from './read-broken-campaigns.ts';
import { bySubject, type CampaignDays, DAY_COUNTS, parseCounts } from './read-campaign-days.ts';

const readDays = statement(
  'read-days-of-websites',
  { websites: int4Literal(), first: text(), last: text() },
  { website_id: int4<WebsiteId>(), day: int4(), counts: text() },
  { counts: DAY_COUNTS },
);

/** What is broken on a website, and the days that show it. */
export interface WebsiteBreaks {
  website: WebsiteFacts;
  breaks: readonly ListedBreak[];
  /** From the first watched day to the last. */
  days: Omit<CampaignDays, 'version'>;
}

/**
 * Reads what is broken on many websites: with one statement for all of them, and more only for those with a break. It remembers nothing, as it is asked rarely and about everybody;
 * `readBrokenCampaigns` is for the reports of one.
 * @example
 * const [found] = await readBreaksOfWebsites(database.sql, { websites: [shopWebsite], last: lastWatched });
 * assert.deepEqual(found?.breaks, []);
 */
export async function readBreaksOfWebsites(
  connection: Connection,
  { websites, last }: { websites: readonly WebsiteFacts[]; last: LastDay },
): Promise<WebsiteBreaks[]> {
  const first = firstWatchedDay(last);
  const byWebsite = new Map(websites.map(({ id }) => [id, new Map<Day, { counts: Int32Array }>()]));
  for (const group of await websiteGroups(connection, websites)) {
    await readDays.map(
      connection,
      {
        websites: plainArrayLiteral(group.map(({ id }) => id)),
        first: formatDay(first),
        last: formatDay(last.day),
      },
      ({ website_id, day, counts }) => byWebsite.get(website_id)?.set(day, { counts: parseCounts(counts) }),
    );
  }
  const all: WebsiteBreaks[] = [];
  for (const website of websites) {
    const days = bySubject(byWebsite.get(website.id) ?? new Map(), first, last.day);
    const known = findBreaks(days, website, last);
    all.push({ website, days, breaks: await nameBreaks(connection, { website, last, days, known }) });
  }
  return all;
}
