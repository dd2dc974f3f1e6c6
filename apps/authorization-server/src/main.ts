import { logNotices } from './console-notices.ts';
import { assertMigrated, openDatabase } from '@funnel/db';
import { readConfigOrExit, runService } from '@funnel/service';
import { createApp } from './app.ts';
import { scheduleCleanUp } from './clean-up.ts';
import { configSchema } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);
/** Logins, sessions and tokens follow the real time: NOW pins reports, never these. */
const clock = () => new Date();

await runService({
  name: 'authorization-server',
  config,
  port: config.AUTHORIZATION_SERVER_PORT,
  portVariable: 'AUTHORIZATION_SERVER_PORT',
  wallClock: clock,
  open({ logger }) {
    logNotices(logger);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'authorization-server',
      maxConnections: config.DATABASE_POOL_MAX,
    });
    let endCleanUp = (): void => {};
    return {
      checks: { database: () => database.ping(), migrations: () => assertMigrated(database) },
      createHandler: (observability) => createApp({ observability, config, database, clock, logger }),
      work: async () => {
        endCleanUp = scheduleCleanUp({ database, clock, logger });
      },
      closers: [
        { name: 'clean-up', close: async () => endCleanUp() },
        { name: 'database', close: () => database.close() },
      ],
    };
  },
});
