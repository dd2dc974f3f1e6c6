import { createServiceRoles, migrateDatabase } from '@funnel/admin';
import { startPostgres, type Trial, trialCommand } from '../trial.ts';
import { killMigrations } from './kills/kill-migrations.ts';
import { readArguments, type Request } from './rehearsal-arguments.ts';
import { runUpgrade } from './upgrade/run-upgrade.ts';
import { commitBefore, earlierVersion, thisVersion } from './upgrade/version.ts';

async function rehearse(request: Request, trial: Trial): Promise<boolean> {
  const { root, localDir } = trial;
  if (request === 'kills') {
    // Only the client is killed: the server need not write to the disk.
    const server = await startPostgres(trial, { fsync: 'off' });
    await migrateDatabase(server);
    await createServiceRoles(server);
    for (const { name, statements, kills } of await killMigrations({ root, server }))
      console.log(`${name}: ${statements} statements, killed after ${kills} of them, 0 differences`);
    return true;
  }
  const to = thisVersion(root);
  const ref = request.last === undefined ? request.from : commitBefore(to, request.last);
  const from = ref === undefined ? to : await earlierVersion(root, localDir, ref);
  return runUpgrade(from, to, request, trial);
}

/** `npm run -s rehearse`: an upgrade under load, or migrations that are killed. */
export const main = trialCommand('rehearsal', readArguments, rehearse);
