import { createRateLimiter, openServiceDatabase, readConfigOrExit, runService } from '@funnel/service';
import { createApp } from './app.ts';
import { scheduleCleanUp } from './clean-up.ts';
import { configSchema } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);
/** Sessions and tokens use the real time; NOW changes only reports. */
const clock = () => new Date();

await runService({
  name: 'dashboard',
  config,
  port: config.DASHBOARD_PORT,
  portVariable: 'DASHBOARD_PORT',
  wallClock: clock,
  trustProxy: config.TRUST_PROXY,
  open({ logger, registry }) {
    const { database, closers, checks, optionalChecks } = openServiceDatabase({
      name: 'dashboard',
      config,
      logger,
      registry,
    });
    const rateLimiter = createRateLimiter({
      perMinute: config.RATE_LIMIT_PER_MINUTE,
      redisUrl: config.REDIS_URL,
      logger,
      registry,
    });
    let stopCleanUp = (): void => {};
    return {
      checks,
      optionalChecks,
      createHandler: (observability) =>
        createApp({ observability, config, database, rateLimiter, clock, logger }),
      work: async () => {
        stopCleanUp = scheduleCleanUp({ database, clock, logger });
      },
      closers: [
        { name: 'clean-up', close: async () => stopCleanUp() },
        { name: 'rate limiter', close: () => rateLimiter.close() },
        ...closers,
      ],
    };
  },
});
