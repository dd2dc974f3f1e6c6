import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readBacklog, recordEvents } from '@funnel/ingest';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';
import { dropDatabase, newDatabase, withDatabase } from '../product/database.ts';
import { newEvents } from '../data/catalog.ts';
import { loadFile } from '../data/load-product.ts';
import { CAMPAIGNS, writeEventFile } from '../data/traffic.ts';
import { openProduct } from '../product/product-in-process.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { type Question, questionOf } from '../product/questions.ts';
import { ratioRow, type Row } from '../report/table.ts';

const PENDING = 5_000;
/** A turn is short. */
const ROUNDS_EACH = 6;
const TARGET = { atMost: 1.3 };

const QUESTIONS: readonly Question[] = [
  questionOf('website_30'),
  questionOf('website_series'),
  questionOf('campaign_30'),
  questionOf('campaigns_30'),
  { title: 'website, all time', operation: 'get_website_report', parameters: { timeframe: 'all_time' } },
];

/** Reports of a website with pending events, compared with the same website without. */
export async function measurePending(stage: Stage): Promise<Row[]> {
  const { store, settings } = stage;
  say(`loading ${settings.pendingEvents.toLocaleString('en')} events of a year`);
  const traffic = { events: settings.pendingEvents, days: 365, until: new Date() };
  const file = join(store.folder, 'pending.csv');
  stage.defer(() => rm(file, { force: true }));
  await writeEventFile(file, traffic);
  const quietUrl = await newDatabase(store.serverUrl, 'quiet');
  await loadFile(stage, { url: quietUrl, file, traffic });
  await withDatabase(quietUrl, ({ sql }) => sql.unsafe('vacuum analyze'));
  const liveUrl = await newDatabase(store.serverUrl, 'live', 'quiet');
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
        { rounds: ROUNDS_EACH * settings.rounds, warmUps: settings.warmUpAsks },
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
    for (const name of ['live', 'quiet']) await dropDatabase(store.serverUrl, name);
  }
}
