import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createServiceRoles, migrateDatabase } from '@funnel/admin';
import { commandLine, interruptible, type Invocation } from '@funnel/servers';
import { killMigrations } from './kills/kill-migrations.ts';
import { readArguments } from './rehearsal-arguments.ts';
import { startPostgres } from './start-postgres.ts';
import { phaseTable } from './upgrade/phases.ts';
import { runUpgrade } from './upgrade/run-upgrade.ts';
import { commitBefore, earlierVersion, thisVersion } from './upgrade/version.ts';

/** `npm run -s rehearse`: an upgrade under load, or migrations that are killed. */
async function rehearse({ root, localDir, args }: Invocation): Promise<number> {
  const request = readArguments(args);
  return interruptible(async (defer) => {
    const folder = join(localDir, 'rehearsal', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    if (request.kind === 'kills') {
      // Only the client is killed: the server need not write to the disk.
      const server = await startPostgres(folder, defer, { fsync: 'off' });
      await migrateDatabase(server);
      await createServiceRoles(server);
      const killed = await killMigrations({ root, server, points: request.points });
      for (const { name, statements, kills } of killed)
        console.log(`${name}: ${statements} statements, killed after ${kills} of them, 0 differences`);
      return 0;
    }
    const to = thisVersion(root);
    const ref = request.last === undefined ? request.from : commitBefore(to, request.last);
    const from = ref === undefined ? to : await earlierVersion(root, localDir, ref);
    const { phases, events, differences, errors } = await runUpgrade({ ...request, from, to, folder, defer });
    const [requests, failed] = [
      phases.reduce((sum, phase) => sum + phase.requests, 0),
      phases.reduce((sum, phase) => sum + phase.failed, 0),
    ];
    console.log(phaseTable(phases));
    console.log(
      `\n${requests} requests, ${failed} failed; ${events} events accepted, ${differences.length} differences`,
    );
    for (const difference of differences) console.log(`Wrong when it was read back: ${difference}`);
    for (const error of errors) console.log(`Logged: ${error}`);
    return failed === 0 ? 0 : 1;
  });
}

/** Called by the bootstrap. */
export const main = commandLine(rehearse);
