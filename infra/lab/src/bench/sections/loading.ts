import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadFile } from '../data/load-product.ts';
import { writeEventFile } from '../data/traffic.ts';
import { spreadOf } from '../measure/statistics.ts';
import { dropDatabase, newDatabase } from '../product/database.ts';
import type { Row } from '../report/table.ts';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';

const AT_LEAST_PER_SECOND = 40_000;
const MAX_MEGABYTES = 500;
const DATABASE = 'loading';

/** Loading a file of two years in a process of its own: pace and memory. */
export async function measureLoading(stage: Stage): Promise<Row[]> {
  return [...(await measureFile(stage, 'ndjson')), ...(await measureFile(stage, 'csv'))];
}

async function measureFile(stage: Stage, format: 'csv' | 'ndjson'): Promise<Row[]> {
  const { store, defer } = stage;
  const traffic = { events: stage.settings.loadEvents };
  const what = `loading ${traffic.events.toLocaleString('en')} events over two years from ${format.toUpperCase()}`;
  say(what);
  const file = join(store.folder, `loading.${format}`);
  defer(() => rm(file, { force: true }));
  await writeEventFile(file, traffic);
  const url = await newDatabase(store.serverUrl, DATABASE);
  const { events, ms, peakMegabytes } = await loadFile(stage, { url, file, traffic });
  await dropDatabase(store.serverUrl, DATABASE);
  await rm(file);
  return [
    {
      what,
      unit: 'events/s',
      target: { atLeast: AT_LEAST_PER_SECOND },
      measured: spreadOf([(1000 * events) / ms]),
      detail: `${Math.round(ms / 1000)} s`,
    },
    {
      what: `${what}, memory`,
      unit: 'MB',
      target: { atMost: MAX_MEGABYTES },
      measured: peakMegabytes === undefined ? null : spreadOf([peakMegabytes]),
      detail: 'the largest resident set of the process',
    },
  ];
}
