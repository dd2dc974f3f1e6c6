import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@funnel/admin';
import { startServices } from '@funnel/local';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';
import { dropDatabase, issueToken, newDatabase, withDatabase } from '../product/database.ts';
import { linesOf, loadCatalog, newEvents } from '../data/catalog.ts';
import { expectAnswer, HttpCallers } from '../measure/http-callers.ts';
import { quantile, spreadOf } from '../measure/statistics.ts';
import { formatValue, medianText, type Row } from '../report/table.ts';

const DATABASE = 'intake';
const CALLERS = 16;
const BATCH = 100;
const EVENTS_PER_SECOND = 5_000;
const MAX_P99_MS = 500;
const WARM_UP_MS = 3_000;
const CAMPAIGNS = 20;
const WEBSITES = 4;

/** Events and reports at the same time, over HTTP with real tokens. */
export async function measureIntake({ root, store, settings, defer }: Stage): Promise<Row[]> {
  const databaseUrl = await newDatabase(store.serverUrl, DATABASE);
  say(
    `${CALLERS} callers send ${EVENTS_PER_SECOND.toLocaleString('en')} events a second, ${CALLERS} others read reports`,
  );
  await migrateDatabase(databaseUrl);
  await withDatabase(databaseUrl, (database) => loadCatalog(database, WEBSITES, { campaigns: CAMPAIGNS }));
  const starting = startServices({ root, folder: join(store.folder, DATABASE), databaseUrl });
  defer(async () => (await starting.catch(() => undefined))?.stop());
  const services = await starting;
  const { REST_API_RESOURCE: rest, EVENT_INTAKE_RESOURCE: intake } = services.addresses;
  const tokenFor = (resource: string, scopes: string[]) =>
    withDatabase(databaseUrl, (database) => issueToken(database, { resource, scopes, websites: WEBSITES }));
  const writing = {
    authorization: `Bearer ${await tokenFor(intake, ['events:write'])}`,
    'content-type': 'application/x-ndjson',
  };
  const reading = { authorization: `Bearer ${await tokenFor(rest, ['reports'])}` };

  const connections = new HttpCallers(2 * CALLERS);
  defer(() => connections.close());
  /** Views by website: those that were sent, and those of them that were answered with 200. */
  const [begun, acknowledged] = [new Map<number, number>(), new Map<number, number>()];
  const [writtenMs, readMs]: [number[], number[]] = [[], []];
  const warmUpUntil = performance.now() + Math.min(WARM_UP_MS, settings.intakeMs);
  const until = warmUpUntil + settings.intakeMs;
  const isOver = () => performance.now() > until;
  /** Notes how long it took, once everything is warm. */
  const timed = async (times: number[], request: () => Promise<string>) => {
    const startedAt = performance.now();
    const body = await request();
    if (performance.now() > warmUpUntil) times.push(performance.now() - startedAt);
    return body;
  };
  let late = 0;

  /** Sends at its own pace; a caller that falls behind does not slow down the count. */
  const send = async (caller: number) => {
    const intervalMs = (CALLERS * BATCH * 1000) / EVENTS_PER_SECOND;
    for (let at = performance.now() + (caller * intervalMs) / CALLERS; !isOver(); at += intervalMs) {
      const wait = at - performance.now();
      if (wait > 0) await sleep(wait);
      else late += 1;
      const events = newEvents(BATCH, { websites: WEBSITES, campaigns: CAMPAIGNS });
      const count = (views: Map<number, number>) => {
        for (const { type, website_id } of events)
          if (type === 'view') views.set(website_id, (views.get(website_id) ?? 0) + 1);
      };
      count(begun);
      const target = { url: `${intake}/v1/events`, method: 'POST', headers: writing } as const;
      const body = linesOf(events);
      await timed(writtenMs, () => expectAnswer(connections, { ...target, body }));
      count(acknowledged);
    }
  };
  const readReports = async (reader: number) => {
    for (let turn = reader; !isOver(); turn++) {
      const website = 1 + (turn % WEBSITES);
      const atLeast = acknowledged.get(website) ?? 0;
      const query = `website_id=${website}&timeframe=last_30_days&count_type=total`;
      const target = { url: `${rest}/api/v1/reports/website?${query}`, headers: reading };
      const answer = await timed(readMs, () => expectAnswer(connections, target));
      const { data } = JSON.parse(answer) as { data: { metrics: { views: number } } };
      const atMost = begun.get(website) ?? 0;
      if (data.metrics.views < atLeast || data.metrics.views > atMost)
        throw new Error(`Website ${website} has ${data.metrics.views} views, not ${atLeast} to ${atMost}`);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, index) => index);
  await Promise.all([...callers.map(send), ...callers.map(readReports)]);

  connections.close();
  await services.stop();
  await dropDatabase(store.serverUrl, DATABASE);
  const seconds = settings.intakeMs / 1000;
  const what = `recording over HTTP in batches of ${BATCH}, ${CALLERS} callers, while ${CALLERS} others read`;
  return [
    {
      what,
      unit: 'events/s',
      target: { atLeast: 0.99 * EVENTS_PER_SECOND },
      measured: spreadOf([(writtenMs.length * BATCH) / seconds]),
      detail: `${writtenMs.length} batches in ${seconds} s, ${late} of them late`,
    },
    {
      what: `${what}, 99 of 100 batches`,
      unit: 'ms',
      target: { atMost: MAX_P99_MS },
      measured: spreadOf([quantile(writtenMs, 0.99)]),
      detail: `median ${medianText(writtenMs, 'ms')}`,
    },
    {
      what: 'the reports that are read meanwhile, all of them right',
      unit: 'ms',
      measured: spreadOf(readMs),
      detail: `${readMs.length} answers, 99 of 100 within ${formatValue(quantile(readMs, 0.99), 'ms')}`,
    },
  ];
}
