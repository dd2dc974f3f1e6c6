import { migrateDatabase } from '@funnel/admin';
import { readBacklog, recordEvents } from '@funnel/ingest';
import { type BenchContext, say } from '../bench-context.ts';
import { newDatabase, withDatabase } from '../bench-database.ts';
import { ingestBenchEvents, loadCatalog, newEvents, TWO_OF_EACH } from '../data/bench-data.ts';
import { openProduct } from '../performance/contenders/product-in-process.ts';
import { inTurns, timeOf } from '../performance/measure/turns.ts';
import { type Question, questionOf } from '../performance/questions.ts';
import { ratioRow, type Row } from '../performance/report/table.ts';

const CAMPAIGNS = 200;
const PENDING = 5_000;
const TARGET = { atMost: 1.3 };

const QUESTIONS: readonly Question[] = [
  questionOf('website_30'),
  questionOf('website_series'),
  questionOf('campaign_30'),
  questionOf('campaigns_30'),
  { title: 'website, all time', operation: 'get_website_report', parameters: { timeframe: 'all_time' } },
];

/** Reports of a website with pending events, compared with the same website without. */
export async function measurePending(
  { databaseUrl, folder }: BenchContext,
  { events, rounds }: { events: number; rounds: number },
): Promise<Row[]> {
  const quietUrl = await newDatabase(databaseUrl, 'quiet');
  await migrateDatabase(quietUrl);
  say(`loading ${events.toLocaleString('en')} events of a year`);
  await withDatabase(quietUrl, async (database) => {
    await loadCatalog(database, 1, () => ({ campaigns: CAMPAIGNS, ...TWO_OF_EACH }));
    await ingestBenchEvents(database, folder, { events, campaigns: CAMPAIGNS, days: 365 });
    await database.sql.unsafe('vacuum analyze');
  });
  const liveUrl = await newDatabase(databaseUrl, 'live', 'quiet');
  const open = (url: string) => openProduct(url, () => new Date());
  const [quiet, live] = [open(quietUrl), open(liveUrl)];
  const record = (count: number) =>
    recordEvents(live.database, newEvents(count, { websites: 1, campaigns: CAMPAIGNS }), { now: new Date() });
  try {
    for (let sent = 0; sent < PENDING; sent += 100) await record(100);
    const rows: Row[] = [];
    for (const question of QUESTIONS) {
      say(`${question.title}, with and without pending events`);
      const measured = await inTurns(
        {
          first: () => {
            for (const { database } of [quiet, live]) database.memory.clear('answers');
            return timeOf(() => quiet.ask(question));
          },
          again: () => timeOf(() => quiet.ask(question)),
          // One more event before every question: nothing that was remembered is still complete.
          growing: async () => {
            await record(1);
            return timeOf(() => live.ask(question));
          },
          pending: () => timeOf(() => live.ask(question)),
        },
        { rounds, warmUps: 30 },
      );
      const about = (what: string) => ({
        what: `${question.title}, ${what}, time`,
        against: 'without pending events',
        target: TARGET,
      });
      rows.push(
        ratioRow(about('5,000 pending events, asked again'), measured.pending, measured.again, 'ms'),
        ratioRow(
          about('5,000 pending events and one more each time'),
          measured.growing,
          measured.first,
          'ms',
        ),
      );
    }
    const { events: left } = await readBacklog(live.database);
    if (left < PENDING) throw new Error(`Only ${left} events are pending`);
    return rows;
  } finally {
    await Promise.all([quiet.close(), live.close()]);
  }
}
