import { assertMigrated, openDatabase } from '@funnel/db';
import { readConfigOrExit, runService } from '@funnel/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);

await runService({
  name: 'mcp-server',
  config,
  port: config.MCP_SERVER_PORT,
  portVariable: 'MCP_SERVER_PORT',
  wallClock: () => new Date(),
  open() {
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'mcp-server',
      maxConnections: config.DATABASE_POOL_MAX,
    });
    return {
      checks: { database: () => database.ping(), migrations: () => assertMigrated(database) },
      createHandler: (operations) => createApp({ operations }),
      closers: [{ name: 'database', close: () => database.close() }],
    };
  },
});
