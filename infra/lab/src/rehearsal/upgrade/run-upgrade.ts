import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@funnel/admin';
import { openDatabase } from '@funnel/db';
import { prepareServices } from '@funnel/local';
import { askRest, questionsAbout } from '../../load/ask.ts';
import { OK, startCallers } from '../../load/callers.ts';
import { campaignIds, commandsIn, loadData, SETTINGS } from '../../load/data.ts';
import { checkNumbers, Recount } from '../../load/recount.ts';
import { say, startPostgres, type Trial } from '../../trial.ts';
import { type App, startInstances } from './instances.ts';
import { countsOf, phaseOf, printPhases } from './phases.ts';
import type { Version } from './version.ts';

export interface UpgradeOptions {
  services: readonly App[];
  /** Whether the services go back to the version before, on the new schema. */
  back: boolean;
  calmMs: number;
  senders: number;
}

/** Leaves time for the services that start meanwhile on the same machine. */
const PAUSE_MS = 100;

/**
 * Upgrades the product under load: migrations one by one, then the instances of each service one by one. Prints what
 * callers saw, and resolves with whether no request failed and no number differed.
 */
export async function runUpgrade(
  from: Version,
  to: Version,
  { services, back, calmMs, senders }: UpgradeOptions,
  trial: Trial,
): Promise<boolean> {
  const { folder, defer } = trial;
  const databaseUrl = await startPostgres(trial);
  const env = { ...SETTINGS, DATABASE_POOL_MAX: '4' };
  const prepared = await prepareServices({ root: from.root, folder, databaseUrl, env });
  const recount = new Recount();
  const command = commandsIn(from.root, prepared.env);
  command(['roles']);
  const { endpoints, events } = loadData(command, prepared.addresses);
  recount.add(events);
  say(`starting the services of ${from.name}`);
  const instances = await startInstances(from, prepared, { databaseUrl, twice: services }, trial);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-rehearsal', maxConnections: 1 });
  defer(() => database.close());

  const callers = startCallers({
    endpoints,
    recount,
    senders,
    readsBack: true,
    pauseMs: PAUSE_MS,
    questions: {
      // The last campaign is only asked for: its numbers do not change.
      ...questionsAbout(endpoints, { website: 1, campaign: campaignIds.length }),
      insights: () => askRest(endpoints, 'reports/website/insights?website_id=1'),
    },
  });
  const rows: string[][] = [];
  const phase = async (name: string, work: () => Promise<unknown> = async () => {}) => {
    say(name);
    rows.push(
      await phaseOf(name, callers, async () => {
        await work();
        await sleep(calmMs);
      }),
    );
  };
  await phase(`before, ${from.name}`);
  for (const through of to.migrations.filter((name) => !from.migrations.includes(name)))
    await phase(`migration ${through}`, () => migrateDatabase(databaseUrl, { through, say }));
  for (const app of services) await phase(`${app} is replaced`, () => instances.replace(app, to));
  await phase(`after, ${to.name}`);
  if (back) {
    for (const app of services.toReversed())
      await phase(`${app} goes back`, () => instances.replace(app, from));
    await phase(`after going back, ${from.name}`);
  }
  await callers.stop();
  say('comparing all numbers, before and after the last fold');
  await checkNumbers(endpoints, recount, database);

  const { answers, differences } = callers;
  const failed = answers.filter(({ outcome }) => outcome !== OK).length;
  printPhases(rows);
  console.log(
    `\n${answers.length} requests, ${failed} failed; ${recount.size} events accepted, ${differences.length} differences`,
  );
  for (const difference of differences) console.log(`Wrong when it was read back: ${difference}`);
  const errors = await instances.loggedErrors();
  if (errors.length > 0) console.log(`Logged: ${countsOf(errors)}`);
  return failed === 0;
}
