import { setTimeout as sleep } from 'node:timers/promises';
import { createServiceRoles, migrateDatabase } from '@funnel/admin';
import { openDatabase } from '@funnel/db';
import { checkNumbers } from '../../faults/check-numbers.ts';
import { Recount } from '../../faults/recount.ts';
import { say } from '../../faults/say.ts';
import { SETTINGS } from '../../faults/settings.ts';
import { rolePasswords } from '@funnel/local';
import { startPostgres } from '../start-postgres.ts';
import { startCallers } from './callers.ts';
import { type App, Instances } from './instances.ts';
import { loggedErrors } from './logged-errors.ts';
import { loadData } from './load-data.ts';
import { type Phase, runPhase } from './phases.ts';
import type { Version } from './version.ts';

/** From which version to which, and under how much load. */
export interface UpgradeOptions {
  from: Version;
  to: Version;
  /** The services that run twice and are replaced. */
  services: readonly App[];
  /** Whether the services go back to the version before, on the new schema. */
  back: boolean;
  /** How long callers work before and after each step. */
  calmMs: number;
  /** How many senders send events all the time. */
  senders: number;
  folder: string;
  /** Registers what must be stopped at the end. */
  defer: (cleanUp: () => unknown) => void;
}

/** What callers and services saw of an upgrade. At its end, all numbers were right. */
export interface UpgradeResult {
  phases: readonly Phase[];
  events: number;
  /** Numbers that were wrong meanwhile. */
  differences: readonly string[];
  errors: readonly string[];
}

const SETTINGS_OF_INSTANCES = { ...SETTINGS, DATABASE_POOL_MAX: '4' };

/** Upgrades the product under load: migrations one by one, then the instances of each service one by one. */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeResult> {
  const { from, to, folder, defer, calmMs } = options;
  const databaseUrl = await startPostgres(folder, defer);
  const instances = await Instances.prepare({
    folder,
    databaseUrl,
    env: SETTINGS_OF_INSTANCES,
    twice: options.services,
  });
  defer(() => instances.stop());
  const recount = new Recount();
  const endpoints = await loadData(from, instances, recount, folder);
  say(`starting the services of ${from.name}`);
  await instances.start(from);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-rehearsal', maxConnections: 1 });
  defer(() => database.close());

  const callers = startCallers(
    endpoints,
    instances.addresses.AUTHORIZATION_SERVER_ISSUER,
    recount,
    options.senders,
  );
  const phases: Phase[] = [];
  const phase = async (name: string, work: () => Promise<unknown>) => {
    say(name);
    const done = runPhase(name, callers.answers, async () => {
      await work();
      await sleep(calmMs);
    });
    // The callers work until they are stopped: it rejects if one of them fails.
    phases.push(await Promise.race([done, callers.working.then(() => done)]));
  };
  await phase(`before, ${from.name}`, async () => {});
  for (const through of to.migrations.filter((name) => !from.migrations.includes(name)))
    await phase(`migration ${through}`, () => migrateDatabase(databaseUrl, { through, say }));
  if (to.hasRoles && !from.hasRoles)
    await phase('roles', () => createServiceRoles(databaseUrl, rolePasswords(instances.env)));
  for (const app of options.services) await phase(`${app} is replaced`, () => instances.replace(app, to));
  await phase(`after, ${to.name}`, async () => {});
  if (options.back) {
    for (const app of options.services.toReversed())
      await phase(`${app} goes back`, () => instances.replace(app, from));
    await phase(`after going back, ${from.name}`, async () => {});
  }
  callers.stop();
  await callers.working;
  say('comparing all numbers, before and after the last fold');
  await checkNumbers(endpoints, recount, database);
  return {
    phases,
    events: recount.size,
    differences: callers.differences,
    errors: await loggedErrors(instances),
  };
}
