import { unverifiedHost } from '@funnel/db';
import type { Logger } from '../observability/logger.ts';

/** The addresses of what holds data. Which of them a service has is its own affair. */
export interface DataAddresses {
  DATABASE_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  REDIS_URL?: string | undefined;
}

/** Logs one line for each address that leads to another machine without checking that it is the right one. */
export function warnOfUnverified(addresses: DataAddresses, logger: Pick<Logger, 'warn'>): void {
  const { REDIS_URL: redis, ...databases } = addresses;
  for (const variable of ['DATABASE_URL', 'DATABASE_READ_URL'] as const) {
    const host = databases[variable] && unverifiedHost(databases[variable]);
    if (host)
      logger.warn(
        { variable, host },
        `anybody between this process and PostgreSQL could answer for it: append sslmode=verify-full&sslrootcert=FILE to ${variable}`,
      );
  }
  const host = redis?.startsWith('redis:') && unverifiedHost(redis);
  if (host)
    logger.warn(
      { variable: 'REDIS_URL', host },
      'the password of Redis crosses the network in clear: begin REDIS_URL with rediss:',
    );
}
