import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { interruptible, type Invocation } from '@funnel/servers';
import { say } from '../bench-context.ts';
import { openDuckDb } from './contenders/duckdb.ts';
import { startFloor } from './contenders/floor.ts';
import { openPlainPostgres } from './contenders/plain-postgres.ts';
import { openProduct } from './contenders/product-in-process.ts';
import { startProduct } from './contenders/product-over-http.ts';
import { openStore } from '../data/bench-store.ts';
import { HttpCallers } from './measure/http-callers.ts';
import { type Options, parseOptions } from './options.ts';
import { commitOf } from './report/commit.ts';
import { updateDocs } from './report/docs.ts';
import { currentLoad, describeMachine, isBusy } from './report/machine.ts';
import {
  durationText,
  exitCodeOf,
  missedRows,
  parseResults,
  type Results,
  tablesOf,
} from './report/results.ts';
import type { Row } from './report/table.ts';
import { measureConcurrency } from './sections/concurrency.ts';
import { measureEveryReport } from './sections/every-report.ts';
import { measureFloors } from './sections/floors.ts';
import { measureGrowth } from './sections/growth.ts';
import { measureLoading } from './sections/loading.ts';
import { measureMemory } from './sections/memory.ts';
import { measureReports } from './sections/reports.ts';
import { measureSpace } from './sections/space.ts';
import type { Stage } from './sections/stage.ts';
import { measureTools } from './sections/tools.ts';
import type { SectionName } from './settings.ts';

const SECTIONS: Record<SectionName, (stage: Stage) => Promise<Row[]>> = {
  floors: measureFloors,
  reports: measureReports,
  http: measureEveryReport,
  concurrency: measureConcurrency,
  tools: measureTools,
  memory: measureMemory,
  growth: measureGrowth,
  loading: measureLoading,
  space: measureSpace,
};

const CALLERS = 16;

type Defer = Parameters<Parameters<typeof interruptible>[0]>[0];

/** `npm run -s bench`: measures everything, prints a table and fails if a target is missed. */
export function runPerformance({ root, localDir, args }: Invocation): Promise<number> {
  const options = parseOptions(args);
  return interruptible(async (defer) => {
    const results = options.from
      ? parseResults(await readFile(fromHere(options.from), 'utf8'))
      : await measure(options, { root, localDir, defer });
    console.log(tablesOf(results));
    if (options.json) await writeFile(fromHere(options.json), `${JSON.stringify(results, null, 2)}\n`);
    if (options.updateDocs) await updateDocs(root, results);
    const missed = missedRows(results);
    say(missed.length === 0 ? 'Every target is kept' : `${missed.length} targets are missed`);
    return options.gate ? exitCodeOf(results) : 0;
  });
}

async function measure(
  { settings, sections, fresh }: Options,
  { root, localDir, defer }: { root: string; localDir: string; defer: Defer },
): Promise<Results> {
  const loadBefore = currentLoad();
  const store = await openStore({ root, localDir, fresh, defer });
  const databaseUrl = await store.product(settings.events);
  const duckdb = await openDuckDb(await store.duckdb(settings.events));
  const postgres = await openPlainPostgres(await store.plain(settings.events));
  const product = openProduct(databaseUrl);
  defer(() => Promise.all([product.close(), postgres.close(), duckdb.close()]));
  // Before the measurement, which loading would disturb.
  if (sections.includes('growth')) {
    for (const events of settings.growth) {
      await store.product(events);
      await store.duckdb(events);
    }
  }
  say('Starting the services');
  const starting = startProduct({ root, folder: store.folder, databaseUrl });
  defer(async () => (await starting.catch(() => undefined))?.services.stop());
  const http = await starting;
  const floor = await startFloor(http);
  defer(() => floor.stop());
  const callers = new HttpCallers(CALLERS);
  defer(() => callers.close());

  const machine = describeMachine({ postgres: postgres.version, duckdb: duckdb.version, loadBefore });
  if (isBusy(machine))
    say(`Other work keeps this machine busy (load ${machine.loadBefore}): do not trust the figures`);
  const contenders = { http, floor, callers, product, duckdb, postgres };
  const stage: Stage = { root, defer, settings, store, ...contenders };
  const commit = commitOf(root);
  const results: Results = {
    measuredOn: new Date().toISOString().slice(0, 10),
    ...(commit && { commit }),
    machine,
    settings,
    sections: {},
    seconds: {},
  };
  for (const name of sections) {
    say(`Measuring ${name}`);
    const startedAt = performance.now();
    results.sections[name] = await SECTIONS[name](stage);
    results.seconds[name] = Math.round((performance.now() - startedAt) / 1000);
  }
  say(durationText(results));
  return results;
}

/** Relative to the folder in which the command was called, which package managers change. */
function fromHere(file: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', file);
}
