import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  allowedOrigins,
  apiKeyEncryptionKey,
  database,
  introspectionClient,
  languageModel,
  password,
  port,
  readConfig,
  redis,
  resource,
  serviceConfig,
  statementTimeout,
  trustProxy,
} from '../src/index.ts';

const schema = serviceConfig({
  ...database,
  ...redis,
  ...introspectionClient,
  ...languageModel,
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
  ALLOWED_ORIGINS: allowedOrigins,
  SOME_PASSWORD: password(16, 'opens a page'),
  SOME_PORT: port(3000),
  SOME_RESOURCE: resource('http://127.0.0.1:3000'),
  SOME_TIMEOUT_MS: statementTimeout(5000),
  TRUST_PROXY: trustProxy,
});

const GOOD = {
  DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:5432/funnel',
  INTROSPECTION_CLIENT_SECRET: 'qYx3nT8vB1zKd0LwR5mHc7JpEa2GfUs9',
  API_KEY_ENCRYPTION_KEY: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
};

/** The whole message for one wrong variable. */
function messageFor(env: Record<string, string>): string {
  try {
    readConfig(schema, { ...GOOD, ...env });
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a wrong value stops the start with a sentence that says what to write', () => {
  test.each<[kind: string, env: Record<string, string>, sentence: string]>([
    [
      'PostgreSQL URL',
      { DATABASE_URL: 'localhost/funnel' },
      'DATABASE_URL is not valid: expected a PostgreSQL URL, with special characters of the password percent-encoded, for example DATABASE_URL=postgres://user:password@127.0.0.1:5432/funnel',
    ],
    [
      'Redis URL',
      { REDIS_URL: 'http://127.0.0.1' },
      'REDIS_URL is not valid: expected a Redis URL, with special characters of the password percent-encoded, or nothing, for example REDIS_URL=redis://127.0.0.1:6379',
    ],
    [
      'address of a service',
      { SOME_RESOURCE: 'api.example.com' },
      'SOME_RESOURCE is not valid: expected an http or https address; https in production, for example SOME_RESOURCE=http://127.0.0.1:3000',
    ],
    [
      'number that is a word',
      { SOME_PORT: 'http' },
      'SOME_PORT is not valid: expected a port (0 picks a free one), 0 to 65535, for example SOME_PORT=3000',
    ],
    [
      'number that is too large',
      { SOME_PORT: '70000' },
      'SOME_PORT is too large: expected a port (0 picks a free one), 0 to 65535, for example SOME_PORT=3000',
    ],
    [
      'number that is too small',
      { SOME_TIMEOUT_MS: '9' },
      'SOME_TIMEOUT_MS is too small: expected milliseconds, 10 to 3600000, for example SOME_TIMEOUT_MS=5000',
    ],
    [
      'optional port',
      { OPERATIONS_PORT: '70000' },
      'OPERATIONS_PORT is too large: expected a port, or nothing, for example OPERATIONS_PORT=9000',
    ],
    [
      'word of a list of words',
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is not valid: expected fatal, error, warn, info, debug, trace or silent, for example LOG_LEVEL=info',
    ],
    [
      'time',
      { NOW: 'yesterday' },
      'NOW is not valid: expected an ISO 8601 instant, or nothing, for example NOW=2026-11-14T12:00:00Z',
    ],
    [
      'short secret',
      { INTROSPECTION_CLIENT_SECRET: 'short' },
      'INTROSPECTION_CLIENT_SECRET is too short: expected a secret of at least 32 printable characters; to rotate it, the new one, a comma and the old one',
    ],
    [
      'short password',
      { SOME_PASSWORD: 'short' },
      'SOME_PASSWORD is too short: expected at least 16 characters, for example SOME_PASSWORD=...',
    ],
    [
      'key',
      { API_KEY_ENCRYPTION_KEY: 'abc' },
      'API_KEY_ENCRYPTION_KEY is not valid: expected 32 random bytes in Base64, generated with: openssl rand -base64 32; ' +
        'to rotate it, the new one, a comma and the old one, for example API_KEY_ENCRYPTION_KEY=...',
    ],
    [
      'list',
      { ALLOWED_ORIGINS: 'app.example.com' },
      'ALLOWED_ORIGINS is not valid: expected origins of browser clients, separated by commas, or nothing, for example ALLOWED_ORIGINS=https://app.example.com',
    ],
    [
      'proxies',
      { TRUST_PROXY: 'yes!' },
      'TRUST_PROXY is not valid: expected the number of trusted proxies, or their addresses, for example TRUST_PROXY=1',
    ],
    [
      'name',
      { INTROSPECTION_CLIENT_ID: 'a b' },
      'INTROSPECTION_CLIENT_ID is not valid: expected a name of letters, digits, dots and hyphens, for example INTROSPECTION_CLIENT_ID=funnel-services',
    ],
    [
      'password with an address that has one',
      { DATABASE_PASSWORD: 'x' },
      'DATABASE_PASSWORD is set, and DATABASE_URL has a password: remove one of them',
    ],
    [
      'password without an address',
      { REDIS_PASSWORD: 'x' },
      'REDIS_PASSWORD needs REDIS_URL: set it, or remove REDIS_PASSWORD',
    ],
  ])('%s', (_kind, env, sentence) => {
    expect(messageFor(env)).toBe(`Invalid environment variables:\n  ${sentence}`);
  });

  test('a missing secret names its variable and its file', () => {
    expect(messageFor({ INTROSPECTION_CLIENT_SECRET: '' })).toContain(
      '  INTROSPECTION_CLIENT_SECRET is missing: expected a secret of at least 32 printable characters; to rotate it, the new one, a comma and the old one; ' +
        'or INTROSPECTION_CLIENT_SECRET_FILE with the path of a file that contains it',
    );
  });
});

describe('a password with its own variable', () => {
  const url = (address: string, secret: string) =>
    readConfig(schema, { ...GOOD, DATABASE_URL: address, DATABASE_PASSWORD: secret }).DATABASE_URL;

  test('becomes part of the address, with any character', () => {
    const secret = 'p@ss/w:rd%41 #?ü\'"+&=';
    const parsed = new URL(url('postgres://funnel_rest_api@postgres:5432/funnel?sslmode=require', secret));
    expect(decodeURIComponent(parsed.password)).toBe(secret);
    expect([parsed.username, parsed.host, parsed.pathname, parsed.search]).toEqual([
      'funnel_rest_api',
      'postgres:5432',
      '/funnel',
      '?sslmode=require',
    ]);
  });

  test('also for Redis, which needs no user', () => {
    const config = readConfig(schema, { ...GOOD, REDIS_URL: 'redis://redis:6379', REDIS_PASSWORD: 'p/w' });
    expect(config.REDIS_URL).toBe('redis://:p%2Fw@redis:6379');
  });
});

test('every shared variable says what it is for', () => {
  const silent = Object.entries(schema.shape).filter(
    ([, field]) => !(field instanceof z.ZodType) || typeof field.meta()?.['meaning'] !== 'string',
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});
