import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@funnel/db';
import { readBacklog } from '@funnel/ingest';
import { askRest, type Endpoints } from './ask.ts';
import { campaignIds, FILE_CAMPAIGN, type randomEvent, websiteIds } from './data.ts';

type Sent = ReturnType<typeof randomEvent>;

/** What to compare: a campaign, or the website as a whole. */
interface Subject {
  website: number;
  campaign?: number;
  distinct: boolean;
}

const METRICS = {
  view: 'views',
  conversion: 'conversions',
  completion: 'completions',
  submission: 'submissions',
  subscribe: 'subscribes',
  order: 'orders',
} as const;
const SETTLE_MS = 120_000;

/** Counts what was sent, event by event. Shares no code with the service. */
export class Recount {
  readonly #events: Sent[] = [];

  get size(): number {
    return this.#events.length;
  }

  add(events: readonly Sent[]): void {
    this.#events.push(...events);
  }

  /** Throws if the metrics of a report differ from what was sent. */
  check(subject: Subject, body: unknown): void {
    const { metrics } = (body as { data: { metrics: Record<string, number> } }).data;
    const expected = this.#count(subject);
    // The report of a website has no submissions.
    if (subject.campaign === undefined) delete expected['submissions'];
    for (const [name, value] of Object.entries(expected))
      if (metrics[name] !== value)
        throw new Error(`${JSON.stringify(subject)}: ${name} is ${metrics[name]}, but ${value} were sent`);
  }

  #count({ website, campaign, distinct }: Subject): Record<string, number> {
    const events = this.#events.filter(
      (event) => event.website_id === website && (campaign === undefined || event.campaign_id === campaign),
    );
    const counts: Record<string, number> = {};
    for (const [type, metric] of Object.entries(METRICS)) {
      const ofType = events.filter((event) => event.type === type);
      counts[metric] =
        distinct && metric !== 'orders'
          ? new Set(ofType.map(({ visitor_token }) => visitor_token)).size
          : ofType.length;
    }
    const cents = events.reduce((sum, { revenue = 0 }) => sum + Math.round(revenue * 100), 0);
    return { ...counts, revenue: cents / 100 };
  }
}

/** Compares every number with the recount, before and after the last events are folded. */
export async function checkNumbers(
  endpoints: Endpoints,
  recount: Recount,
  database: Database,
): Promise<void> {
  await checkReports(endpoints, recount);
  await untilFolded(database);
  await checkReports(endpoints, recount);
}

async function checkReports(endpoints: Endpoints, recount: Recount): Promise<void> {
  for (const website of websiteIds)
    for (const distinct of [true, false]) {
      const query = `website_id=${website}&timeframe=all_time&count_type=${distinct ? 'distinct' : 'total'}`;
      const ask = async (path: string) => {
        const response = await askRest(endpoints, `reports/${path}?${query}`);
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      recount.check({ website, distinct }, await ask('website'));
      for (const campaign of [...campaignIds, FILE_CAMPAIGN])
        recount.check({ website, campaign, distinct }, await ask(`campaigns/${campaign}`));
    }
}

async function untilFolded(database: Database): Promise<void> {
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await sleep(100)) {
    const backlog = await readBacklog(database).catch(() => undefined);
    if (backlog?.events === 0) return;
  }
  throw new Error('Some events are still pending');
}
