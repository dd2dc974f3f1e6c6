import { SSL_MODES } from '@funnel/db';
import { z } from 'zod';
import { anyPassword, milliseconds, wholeNumber } from './kinds.ts';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).refine(hasKnownMode, {
  message: `has an unknown sslmode: expected one of ${SSL_MODES.join(', ')}`,
});

function hasKnownMode(address: string): boolean {
  const mode = URL.canParse(address) ? new URL(address).searchParams.get('sslmode') : null;
  return mode === null || SSL_MODES.some((known) => known === mode);
}

export const database = {
  DATABASE_URL: postgresUrl.meta({
    meaning:
      'PostgreSQL 15 or newer; the user is the role of the service, or the owner for the commands; on another machine, append `?sslmode=verify-full&sslrootcert=FILE` with the certificate of its CA (without `sslrootcert`, the public CAs)',
    description: 'a PostgreSQL URL, with special characters of the password percent-encoded',
    example: 'postgres://user:password@127.0.0.1:5432/funnel',
    isSecret: true,
  }),
  DATABASE_PASSWORD: anyPassword(
    'the password for `DATABASE_URL`, if that has none; it may contain any character',
  ),
};

/** The database of a service, which has many connections to it. */
export const pooledDatabase = {
  ...database,
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none').meta({
    meaning:
      '`transaction` if `DATABASE_URL` is the address of a connection pooler in transaction mode, such as PgBouncer; holds for `DATABASE_READ_URL`, too',
    description: 'none or transaction',
    example: 'transaction',
  }),
  DATABASE_POOL_MAX: wholeNumber({
    from: 1,
    to: 1000,
    fallback: 10,
    what: 'a number of connections',
    meaning: 'the most database connections of one process',
  }),
};

export const readReplica = {
  DATABASE_READ_URL: postgresUrl.optional().meta({
    meaning:
      'a streaming replica of `DATABASE_URL`, for reports and tools; without a password of its own it takes `DATABASE_PASSWORD`',
    description: 'the PostgreSQL URL of a replica, or nothing',
    example: 'postgres://user:password@10.0.0.2:5432/funnel',
    isSecret: true,
  }),
  DATABASE_READ_MAX_STALENESS_MS: milliseconds({
    from: 100,
    to: 3_600_000,
    fallback: 5_000,
    meaning: 'reports are read from the primary while the replica is behind by more than this',
  }),
};

export const redis = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .meta({
      meaning:
        'Redis 7 or newer, or Valkey, for the queue and shared rate limits; without it the queue is in PostgreSQL and each process has its own limits',
      description: 'a Redis URL, with special characters of the password percent-encoded, or nothing',
      example: 'redis://127.0.0.1:6379',
      isSecret: true,
    }),
  REDIS_PASSWORD: anyPassword('the password for `REDIS_URL`, if that has none'),
};
