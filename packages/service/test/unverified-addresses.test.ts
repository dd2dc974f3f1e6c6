import { expect, test } from '@jest/globals';
import { warnOfUnverified } from '../src/running/unverified-addresses.ts';

function warningsOf(addresses: Parameters<typeof warnOfUnverified>[0]): string[] {
  const lines: string[] = [];
  warnOfUnverified(addresses, {
    warn: (...args: unknown[]) => void lines.push(JSON.stringify(args)),
  } as never);
  return lines;
}

test('warns once for each address on another machine that nobody verifies, and says what to write', () => {
  const lines = warningsOf({
    DATABASE_URL: 'postgres://user:hunter2@db.example.com/funnel?sslmode=require',
    DATABASE_READ_URL: 'postgres://user:hunter2@10.0.0.2/funnel',
    REDIS_URL: 'redis://:hunter2@redis.example.com:6379',
  });
  expect(lines).toEqual([
    expect.stringMatching(
      /"host":"db.example.com".*append sslmode=verify-full&sslrootcert=FILE to DATABASE_URL/,
    ),
    expect.stringMatching(/"host":"10.0.0.2".*to DATABASE_READ_URL/),
    expect.stringMatching(/"host":"redis.example.com".*begin REDIS_URL with rediss:/),
  ]);
  expect(lines.join()).not.toContain('hunter2');
});

test('does not warn of a verified address, this machine or a private network of containers', () => {
  expect(
    warningsOf({
      DATABASE_URL: 'postgres://db.example.com/funnel?sslmode=verify-full&sslrootcert=/ca.crt',
      DATABASE_READ_URL: 'postgres://127.0.0.1/funnel',
      REDIS_URL: 'rediss://redis.example.com',
    }),
  ).toEqual([]);
  expect(warningsOf({ DATABASE_URL: 'postgres://postgres/funnel', REDIS_URL: 'redis://redis' })).toEqual([]);
});
