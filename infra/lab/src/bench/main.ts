import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { say, type Trial, trialCommand } from '../trial.ts';
import { openStore } from './data/store.ts';
import { HttpCallers } from './measure/http-callers.ts';
import { type Options, parseOptions } from './options.ts';
import { startFloor } from './product/floor.ts';
import { openProduct } from './product/product-in-process.ts';
import { startBenchedServices } from './product/product-over-http.ts';
import { updateDocs } from './report/docs.ts';
import { currentLoad, describeMachine } from './report/machine.ts';
import { commitOf, isGood, missedRows, type Results, tablesOf } from './report/results.ts';
import type { Row } from './report/table.ts';
import { measureConcurrency } from './sections/concurrency.ts';
import { measureFloors } from './sections/floors.ts';
import { measureIntake } from './sections/intake.ts';
import { measureLoading } from './sections/loading.ts';
import { measureMemory } from './sections/memory.ts';
import { measurePending } from './sections/pending.ts';
import { measureReports } from './sections/reports.ts';
import { measureSpace } from './sections/space.ts';
import type { SectionName } from './settings.ts';
import type { Stage } from './stage.ts';

const SECTIONS: Record<SectionName, (stage: Stage) => Promise<Row[]>> = {
  floors: measureFloors,
  reports: measureReports,
  concurrency: measureConcurrency,
  memory: measureMemory,
  intake: measureIntake,
  pending: measurePending,
  loading: measureLoading,
  space: measureSpace,
};
const CALLERS = 16;

/** `npm run -s bench`: measures everything, prints tables and fails if a target is missed. */
export const main = trialCommand('bench', parseOptions, async (options, trial) => {
  const results = await measure(options, trial);
  console.log(tablesOf(results));
  // Relative to the folder in which the command was called, which package managers change.
  const file = options.json && resolve(process.env['INIT_CWD'] ?? '.', options.json);
  if (file) await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  if (options.updateDocs) await updateDocs(trial.root, results);
  const missed = missedRows(results);
  say(missed.length === 0 ? 'Every target is kept' : `${missed.length} targets are missed`);
  return isGood(results);
});

async function measure({ settings, sections }: Options, trial: Trial): Promise<Results> {
  const { root, defer } = trial;
  const loadBefore = currentLoad();
  const store = await openStore(trial);
  const databaseUrl = await store.product(settings.events);
  const product = openProduct(databaseUrl);
  defer(() => product.close());
  say('Starting the services');
  const http = await startBenchedServices(trial, databaseUrl);
  const floor = await startFloor(http);
  defer(() => floor.stop());
  const callers = new HttpCallers(CALLERS);
  defer(() => callers.close());
  const stage: Stage = { ...trial, settings, store, http, floor, callers, product };
  const [version] = await product.database.sql.unsafe('show server_version');
  const commit = commitOf(root);
  const results: Results = {
    measuredOn: new Date().toISOString().slice(0, 10),
    ...(commit && { commit }),
    machine: describeMachine(`PostgreSQL ${String(version?.['server_version'])}`, loadBefore),
    size: settings.name,
    sections: {},
  };
  for (const name of sections) {
    say(`Measuring ${name}`);
    results.sections[name] = await SECTIONS[name](stage);
  }
  return results;
}
