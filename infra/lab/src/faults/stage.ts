import { join } from 'node:path';
import { openDatabase } from '@funnel/db';
import { prepareServices } from '@funnel/local';
import { LocalError } from '@funnel/servers';
import type { Callers } from '../load/callers.ts';
import { commandsIn, loadData, SETTINGS } from '../load/data.ts';
import { checkNumbers, Recount } from '../load/recount.ts';
import type { Trial } from '../trial.ts';
import { startFragilePostgres } from './fragile-postgres.ts';
import { startLoads } from './killed-loads.ts';
import { countPacked, passDay } from './pass-a-day.ts';
import { superviseServices } from './supervised-services.ts';

/** The product on servers that can fail, with a recount of every event that was accepted. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage({ root, folder, defer }: Trial) {
  const postgres = await startFragilePostgres(join(folder, 'fragile'));
  defer(() => postgres.stop());
  const databaseUrl = postgres.url;
  const prepared = await prepareServices({ root, folder, databaseUrl, env: SETTINGS });
  const recount = new Recount();
  const command = commandsIn(root, prepared.env);
  command(['roles']);
  const { endpoints, events } = loadData(command, prepared.addresses);
  recount.add(events);
  const services = await superviseServices({ root, folder, databaseUrl, ...prepared });
  defer(() => services.stop());
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-faults', maxConnections: 2 });
  defer(() => database.close());
  return {
    postgres,
    services,
    endpoints,
    recount,
    startLoads() {
      const loads = startLoads({ root, folder, env: prepared.env, recount });
      defer(() => loads.end());
      return loads;
    },
    passDay: () => passDay(database),
    countPacked: () => countPacked(database),
    /** Fails if callers have read a wrong number, if one differs from the recount now, or if a service has ended by itself. */
    async check({ differences }: Callers) {
      await checkNumbers(endpoints, recount, database);
      const faults = [...differences, ...services.crashes];
      if (faults.length > 0) throw new LocalError(faults.join('\n\n'));
    },
  };
}
