import { sendConsoleToLog } from './console-to-log.ts';
import { assertMigrated, observeDatabase, openDatabase } from '@funnel/db';
import { VisitorSecrets } from '@funnel/domain';
import { createTokenUses } from '@funnel/identity';
import {
  databaseMetrics,
  hashingWith,
  logOnce,
  logSecurityEvents,
  readConfigOrExit,
  runService,
  watchPool,
} from '@funnel/service';
import { companySettings, createApp, isServiceRequest } from './app.ts';
import { scheduleCleanUp } from './clean-up.ts';
import { configSchema, issuerOf } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);
/** Logins, sessions and tokens use the real time; NOW changes only reports. */
const clock = () => new Date();

await runService({
  name: 'authorization-server',
  config,
  port: config.AUTHORIZATION_SERVER_PORT,
  portVariable: 'AUTHORIZATION_SERVER_PORT',
  wallClock: clock,
  trustProxy: config.TRUST_PROXY,
  open({ logger, registry }) {
    sendConsoleToLog(logger);
    observeDatabase(databaseMetrics(registry, { maxConnections: config.DATABASE_POOL_MAX }));
    const database = openDatabase({
      url: config.DATABASE_URL,
      pooler: config.DATABASE_POOLER,
      applicationName: 'authorization-server',
      maxConnections: config.DATABASE_POOL_MAX,
      // Every statement reads a few rows by key, and planning takes longer than reading them.
      reusePlans: true,
      statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    });
    const onError = logOnce(logger, 'could not write when tokens were last used');
    const tokenUses = createTokenUses({ database, now: clock, onError });
    const stopLogging = logSecurityEvents(logger);
    const hashing = hashingWith(new VisitorSecrets(config.VISITOR_SECRET), database, logger);
    let stopCleanUp = (): void => {};
    return {
      checks: {
        database: () => database.ping(),
        database_pool: watchPool(database, registry),
        migrations: () => assertMigrated(database),
        ...hashing.checks,
      },
      beforeListening: () => hashing.beforeListening(),
      createHandler: (observability) =>
        createApp({ observability, config, database, clock, logger, tokenUses }),
      // Every request to another service waits for one of these.
      isFromService: isServiceRequest(config),
      work: async () => {
        const auditDays = config.AUDIT_RETENTION_DAYS;
        const company = companySettings(config);
        const mailsFrom = config.NOTIFICATIONS_ENCRYPTION_KEY && issuerOf(config);
        stopCleanUp = scheduleCleanUp({ database, clock, logger, auditDays, company, mailsFrom });
      },
      closers: [
        { name: 'clean-up', close: async () => stopCleanUp() },
        { name: 'security events', close: async () => stopLogging() },
        { name: 'token uses', close: () => tokenUses.close() },
        { name: 'database', close: () => database.close() },
      ],
    };
  },
});
