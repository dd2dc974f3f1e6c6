import { readConfig } from '@funnel/service';
import { expect, test } from '@jest/globals';
import { configSchema } from '../src/config.ts';
import { SEALING_KEY } from './support/product.ts';

const required = {
  DATABASE_URL: 'postgres://127.0.0.1/funnel',
  DASHBOARD_CLIENT_SECRET: 'd'.repeat(40),
  DASHBOARD_ENCRYPTION_KEY: SEALING_KEY,
};
const read = (env: Record<string, string> = {}) => readConfig(configSchema, { ...required, ...env });

test('requires its secrets and never prints one', () => {
  expect(() => readConfig(configSchema, {})).toThrow(
    /DASHBOARD_CLIENT_SECRET is missing[^]*DASHBOARD_ENCRYPTION_KEY is missing/,
  );
  expect(() => read({ DASHBOARD_CLIENT_SECRET: 'too-short' })).toThrow(
    /DASHBOARD_CLIENT_SECRET is too short/,
  );
  expect(() => read({ DASHBOARD_ENCRYPTION_KEY: 'too-short' })).not.toThrow(/too-short/);
});

test('has an address without a path, because its cookies belong to the whole host', () => {
  expect(read({ DASHBOARD_URL: 'https://reports.example.com/' }).DASHBOARD_URL).toBe(
    'https://reports.example.com',
  );
  for (const url of ['https://example.com/reports', 'https://a@example.com', 'ftp://example.com'])
    expect(() => read({ DASHBOARD_URL: url })).toThrow(/DASHBOARD_URL is not valid/);
});

test('is on https with random secrets in production', () => {
  const production = { NODE_ENV: 'production', AUTHORIZATION_SERVER_ISSUER: 'https://auth.example.com' };
  expect(() => read({ ...production, DASHBOARD_URL: 'http://reports.example.com' })).toThrow(
    /DASHBOARD_URL must be https/,
  );
  expect(() => read(production)).toThrow(/DASHBOARD_CLIENT_SECRET must be a random secret/);
});

test('waits for others for less time than a request may take', () => {
  expect(() => read({ UPSTREAM_TIMEOUT_MS: '30000' })).toThrow(/UPSTREAM_TIMEOUT_MS must be shorter/);
});
