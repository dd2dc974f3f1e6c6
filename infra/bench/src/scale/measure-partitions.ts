import { randomBytes } from 'node:crypto';
import { migrateDatabase, partitionEvents } from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';
import { foldPending, importCatalog, pruneLedger, readBacklog, recordEvents } from '@funnel/ingest';
import { catalogOf, newEvents } from '../ingest/events.ts';
import { newDatabase } from '../new-database.ts';
import { quantile, ratios, spreadOf } from '../performance/measure/statistics.ts';
import { inTurns, timeOf } from '../performance/measure/turns.ts';
import type { Row } from '../performance/report/row.ts';
import { formatValue } from '../performance/report/table.ts';
import { say } from '../performance/say.ts';

const WEBSITES = 100;
const CAMPAIGNS = 5;
const CONNECTIONS = 16;
const BATCH = 100;
const EVENTS = 20_000;
const LEDGER_DAYS = 35;

/** Recording, folding and deleting with a ledger of so many rows in so many parts, compared with one in one part. */
export async function measurePartitions(
  databaseUrl: string,
  { rows, parts, rounds }: { rows: number; parts: number; rounds: number },
): Promise<Row[]> {
  const wholeUrl = await newDatabase(databaseUrl, 'whole');
  await migrateDatabase(wholeUrl);
  const open = (url: string) =>
    openDatabase({ url, applicationName: 'funnel-bench', maxConnections: CONNECTIONS, reusePlans: true });
  const loader = open(wholeUrl);
  await importCatalog(loader, catalogOf(WEBSITES, CAMPAIGNS), {
    encryptionKey: new Uint8Array(randomBytes(32)),
    now: new Date(),
  });
  say(`loading a ledger of ${rows.toLocaleString('en')} rows`);
  await fillLedger(loader, rows);
  await loader.close();
  const splitUrl = await newDatabase(databaseUrl, 'split', 'whole');
  const splitMs = await timeOf(() => partitionEvents(splitUrl, parts));
  say(`split into ${parts} parts in ${(splitMs / 1000).toFixed(1)} s`);
  const [whole, split] = [open(wholeUrl), open(splitUrl)];
  try {
    const measured = await inTurns(
      {
        whole: () => appendPace(whole),
        split: () => appendPace(split),
        wholeFold: () => foldPace(whole),
        splitFold: () => foldPace(split),
      },
      { rounds, warmUps: 1 },
    );
    const [wholePrune, splitPrune] = [
      await timeOf(() => pruneLedger(whole)),
      await timeOf(() => pruneLedger(split)),
    ];
    const [wholeVacuum, splitVacuum] = [await vacuumTimes(whole), await vacuumTimes(split)];
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const once = (what: string, one: number, other: number): Row => ({
      what,
      against: 'in one part',
      unit: 'times',
      measured: spreadOf([one / other]),
      detail: `${formatValue(one, 'ms')} against ${formatValue(other, 'ms')}`,
    });
    return [
      paceRow('recording, pace', measured.split, measured.whole),
      paceRow('folding, pace', measured.splitFold, measured.wholeFold),
      once('deleting a day, time', splitPrune, wholePrune),
      once('vacuum of the ledger, time', sum(splitVacuum), sum(wholeVacuum)),
      once('vacuum of its largest part, time', Math.max(...splitVacuum), sum(wholeVacuum)),
    ];
  } finally {
    await Promise.all([whole.close(), split.close()]);
  }
}

/** Rows of all days; one day is too old. */
async function fillLedger({ sql }: Database, rows: number): Promise<void> {
  const key = 'event_ledger_website_id_event_id_pk';
  await sql.unsafe(`
    alter table event_ledger drop constraint ${key};
    insert into event_ledger (website_id, event_id, recorded_on)
      select 1 + n % ${WEBSITES}, gen_random_uuid(), current_date - ${LEDGER_DAYS + 1} + (n::bigint * ${LEDGER_DAYS} / ${rows})::int
      from generate_series(0, ${rows - 1}) as n;
    alter table event_ledger add constraint ${key} primary key (website_id, event_id)`);
  await sql.unsafe('vacuum analyze event_ledger');
}

async function appendPace(database: Database): Promise<number> {
  const events = newEvents(EVENTS, { websites: WEBSITES, campaigns: CAMPAIGNS });
  let next = 0;
  const work = async () => {
    for (let from = next; from < EVENTS; from = next) {
      next += BATCH;
      await recordEvents(database, events.slice(from, from + BATCH), { now: new Date() });
    }
  };
  const ms = await timeOf(() => Promise.all(Array.from({ length: CONNECTIONS }, work)));
  return (EVENTS * 1000) / ms;
}

async function foldPace(database: Database): Promise<number> {
  const { events } = await readBacklog(database);
  const ms = await timeOf(() => foldPending(database, { minEvents: 1 }));
  return (events * 1000) / ms;
}

/** Of each part; of one, if there are none. */
async function vacuumTimes({ sql }: Database): Promise<number[]> {
  const tables = await sql<{ name: string }[]>`
    select relid::regclass::text as name from pg_partition_tree('event_ledger') where isleaf`;
  const times: number[] = [];
  if (tables.length === 0) tables.push({ name: 'event_ledger' });
  for (const { name } of tables) times.push(await timeOf(() => sql.unsafe(`vacuum ${name}`)));
  return times;
}

function paceRow(what: string, split: readonly number[], whole: readonly number[]): Row {
  const median = (values: readonly number[]) => formatValue(quantile(values, 0.5), 'events/s');
  return {
    what,
    against: 'in one part',
    unit: 'times',
    measured: spreadOf(ratios(split, whole)),
    detail: `${median(split)} against ${median(whole)}`,
  };
}
