import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadFile } from '../data/load-product.ts';
import { type Traffic, writeEventFile } from '../data/traffic.ts';
import { spreadOf } from '../measure/statistics.ts';
import { dropDatabase, newDatabase } from '../product/database.ts';
import type { Row } from '../report/table.ts';
import { say, type Stage } from '../stage.ts';

const AT_LEAST_PER_SECOND = 40_000;
const MAX_MEGABYTES = 500;
const DATABASE = 'loading';
/** Each website has some hundred events: its rows are for one or two of them, and few can be added up. */
const MANY_WEBSITES = { websites: 2_000, campaigns: 3 };
const SMALLER = 10;

/** Loading a file of two years in a process of its own: pace and memory. Then a smaller one of many websites. */
export async function measureLoading(stage: Stage): Promise<Row[]> {
  const events = stage.settings.loadEvents;
  const few = Math.ceil(events / SMALLER);
  return [
    ...(await measureFile(stage, 'ndjson', { events }, AT_LEAST_PER_SECOND)),
    ...(await measureFile(stage, 'csv', { events }, AT_LEAST_PER_SECOND)),
    // No target: PostgreSQL writes some ten rows for an event, which takes nearly all of the time.
    ...(await measureFile(stage, 'ndjson', { events: few, ...MANY_WEBSITES })),
  ];
}

async function measureFile(
  stage: Stage,
  format: 'csv' | 'ndjson',
  traffic: Traffic,
  atLeast?: number,
): Promise<Row[]> {
  const { store, defer } = stage;
  const of = traffic.websites ? ` of ${traffic.websites.toLocaleString('en')} websites` : '';
  const what = `loading ${traffic.events.toLocaleString('en')} events${of} over two years from ${format.toUpperCase()}`;
  say(what);
  const file = join(store.folder, `loading.${format}`);
  const remove = () => rm(file, { force: true });
  defer(remove);
  try {
    await writeEventFile(file, traffic);
    const url = await newDatabase(store.serverUrl, DATABASE);
    const { events, ms, peakMegabytes } = await loadFile(stage, { url, file, traffic });
    return [
      {
        what,
        against: '',
        unit: 'events/s',
        ...(atLeast !== undefined && { target: { atLeast } }),
        measured: spreadOf([(1000 * events) / ms]),
        detail: `${Math.round(ms / 1000)} s`,
      },
      {
        what: `${what}, memory`,
        against: '',
        unit: 'MB',
        target: { atMost: MAX_MEGABYTES },
        measured: peakMegabytes === undefined ? null : spreadOf([peakMegabytes]),
        detail: 'the largest resident set of the process',
      },
    ];
  } finally {
    await remove();
    await dropDatabase(store.serverUrl, DATABASE);
  }
}
