import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  apiKeyEncryptionKey,
  ConfigError,
  database,
  pooledDatabase,
  port,
  readConfig,
  redis,
  resource,
  resourceServer,
  serviceConfig,
} from '../src/index.ts';

const schema = serviceConfig({
  ...database,
  DATABASE_POOL_MAX: pooledDatabase.DATABASE_POOL_MAX,
  ...redis,
  TEST_PORT: port(3000),
});
const DATABASE_URL = 'postgres://user:hunter2@127.0.0.1:5432/funnel';

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
  }
  return [];
}

describe('readConfig', () => {
  test('applies the defaults and ignores unknown variables', () => {
    expect(readConfig(schema, { DATABASE_URL, PATH: '/bin' })).toEqual({
      DATABASE_URL,
      DATABASE_POOL_MAX: 10,
      MAX_REQUESTS_IN_WORK: 32,
      MAX_QUEUE_MS: 1_000,
      MAX_CONNECTIONS: 4_096,
      REQUEST_TIMEOUT_MS: 10_000,
      TEST_PORT: 3000,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      SHUTDOWN_DELAY_MS: 0,
      SHUTDOWN_TIMEOUT_MS: 10_000,
      TRACES_PER_SECOND: 1,
    });
  });

  test('treats an empty variable as missing', () => {
    expect(readConfig(schema, { DATABASE_URL, TEST_PORT: '', REDIS_URL: '', NOW: '' }).TEST_PORT).toBe(3000);
    expect(problemsOf({ DATABASE_URL: '' })).toHaveLength(1);
  });

  test('reports every invalid variable, with the expected value and an example', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://127.0.0.1/funnel',
      DATABASE_POOL_MAX: '0',
      REDIS_URL: 'localhost:6379',
      TEST_PORT: '65536',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'production',
      NOW: '2026-11-14T12:00:00Z',
      SHUTDOWN_TIMEOUT_MS: '10s',
    });
    expect(new Set(problems.map((problem) => problem.trim().split(' ')[0]))).toEqual(
      new Set([
        'DATABASE_POOL_MAX',
        'DATABASE_URL',
        'LOG_LEVEL',
        'NOW',
        'REDIS_URL',
        'SHUTDOWN_TIMEOUT_MS',
        'TEST_PORT',
      ]),
    );
    expect(problems.find((problem) => problem.includes('TEST_PORT'))).toBe(
      '  TEST_PORT is too large: expected a port (0 picks a free one), 0 to 65535, for example TEST_PORT=3000',
    );
  });

  test('reports a missing required variable', () => {
    expect(problemsOf({})).toEqual([
      '  DATABASE_URL is missing: expected a PostgreSQL URL, with special characters of the password percent-encoded, for example DATABASE_URL=postgres://user:password@127.0.0.1:5432/funnel; or DATABASE_URL_FILE with the path of a file that contains it',
    ]);
  });

  test('reports an unknown sslmode with the known ones', () => {
    expect(problemsOf({ DATABASE_URL: `${DATABASE_URL}?sslmode=verify_full` })).toEqual([
      '  DATABASE_URL has an unknown sslmode: expected one of disable, allow, prefer, require, verify-ca, verify-full',
    ]);
    expect(problemsOf({ DATABASE_URL: `${DATABASE_URL}?sslmode=verify-full&sslrootcert=/ca.crt` })).toEqual(
      [],
    );
  });

  test('does not repeat an invalid value, which may contain a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://user:hunter2@127.0.0.1/funnel' }).join()).not.toContain(
      'hunter2',
    );
  });

  test('rejects a password whose special characters are not encoded, and says so', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://user:pass/word#1@127.0.0.1:5432/funnel' })).toEqual([
      expect.stringContaining(
        'DATABASE_URL is not valid: expected a PostgreSQL URL, with special characters',
      ),
    ]);
  });

  test.each(['postgres://h/d', 'postgresql://u:p@h:5432/d?sslmode=require'])(
    'accepts the database URL %s',
    (url) => {
      expect(problemsOf({ DATABASE_URL: url })).toEqual([]);
    },
  );

  test.each(['redis://h', 'rediss://u:p@h:6380/0'])('accepts the Redis URL %s', (url) => {
    expect(problemsOf({ DATABASE_URL, REDIS_URL: url })).toEqual([]);
  });

  test.each(['-1', '1e3', '3000 ', '0x10', '3000.5'])('rejects the port %j', (value) => {
    expect(problemsOf({ DATABASE_URL, TEST_PORT: value })).toHaveLength(1);
  });
});

describe('NOW', () => {
  test('accepts a time with any offset', () => {
    const { NOW } = readConfig(schema, { DATABASE_URL, NOW: '2026-11-14T12:00:00+02:00' });
    expect(NOW).toEqual(new Date('2026-11-14T10:00:00Z'));
  });

  test.each(['2026-11-14', '2026-11-14T12:00:00', 'yesterday', '2026-02-30T00:00:00Z'])(
    'rejects %s',
    (value) => {
      expect(problemsOf({ DATABASE_URL, NOW: value })).toHaveLength(1);
    },
  );

  test('is rejected in production, with the reason', () => {
    expect(problemsOf({ DATABASE_URL, NODE_ENV: 'production', NOW: '2026-11-14T12:00:00Z' })).toEqual([
      '  NOW sets the clock, which is not allowed with NODE_ENV=production: remove it',
    ]);
  });
});

describe('in production', () => {
  const fields = serviceConfig({
    ...resourceServer,
    THE_RESOURCE: resource('http://127.0.0.1:3000'),
    API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
    ALLOWED_HOSTS: z.string().optional(),
  });
  const good = {
    NODE_ENV: 'production',
    DATABASE_URL,
    THE_RESOURCE: 'https://api.example.com',
    AUTHORIZATION_SERVER_ISSUER: 'https://auth.example.com',
    INTROSPECTION_CLIENT_SECRET: 'qYx3nT8vB1zKd0LwR5mHc7JpEa2GfUs9',
    API_KEY_ENCRYPTION_KEY: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
  };

  test('accepts https, and http on loopback', () => {
    expect(() => readConfig(fields, good)).not.toThrow();
    expect(() => readConfig(fields, { ...good, THE_RESOURCE: 'http://127.0.0.1:3000' })).not.toThrow();
  });

  test.each<[string, string, string]>([
    ['THE_RESOURCE', 'http://api.example.com', 'must be https'],
    ['AUTHORIZATION_SERVER_ISSUER', 'http://127.0.0.1.example.com', 'must be https'],
    ['INTROSPECTION_CLIENT_SECRET', 'x'.repeat(40), 'must be a random secret'],
    ['INTROSPECTION_CLIENT_SECRET', 'please-change-me-please-change-me-12', 'must be a random secret'],
    ['API_KEY_ENCRYPTION_KEY', Buffer.alloc(32, 7).toString('base64'), 'must be a random secret'],
    ['ALLOWED_HOSTS', '*', 'must not contain a wildcard'],
  ])('refuses to start with %s=%s', (name, value, message) => {
    expect(() => readConfig(fields, { ...good, [name]: value })).toThrow(
      `  ${name} ${message} with NODE_ENV=production`,
    );
    expect(() => readConfig(fields, { ...good, NODE_ENV: 'development', [name]: value })).not.toThrow();
  });
});
