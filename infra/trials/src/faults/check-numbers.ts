import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@funnel/db';
import { readBacklog } from '@funnel/ingest';
import type { Endpoints } from './ask.ts';
import { CAMPAIGNS, websiteIds } from './catalog.ts';
import type { Recount } from './recount.ts';

const SETTLE_MS = 120_000;

/** Compares every number with the recount, before and after the last events are folded. */
export async function checkNumbers(
  endpoints: Endpoints,
  recount: Recount,
  database: Database,
): Promise<void> {
  await checkAll(endpoints, recount);
  await untilFolded(database);
  await checkAll(endpoints, recount);
}

async function checkAll({ rest, restToken }: Endpoints, recount: Recount): Promise<void> {
  for (const website of websiteIds)
    for (const distinct of [true, false]) {
      const query = `website_id=${website}&timeframe=all_time&count_type=${distinct ? 'distinct' : 'total'}`;
      const ask = async (path: string) => {
        const headers = { authorization: `Bearer ${restToken}` };
        const response = await fetch(`${rest}/api/v1/reports/${path}?${query}`, { headers });
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      recount.check({ website, distinct }, await ask('website'));
      for (let campaign = 1; campaign <= CAMPAIGNS; campaign++)
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
