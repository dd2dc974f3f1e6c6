import { readConfig } from '@funnel/service';
import { authorizationServerSecrets } from '@funnel/fixtures';
import { expect, test } from '@jest/globals';
import { configSchema, issuerOf } from '../src/config.ts';

const required = { DATABASE_URL: 'postgres://127.0.0.1/funnel', ...authorizationServerSecrets() };
const read = (env: Record<string, string> = {}) => readConfig(configSchema, { ...required, ...env });

test('requires its secrets and never prints one', () => {
  expect(() => readConfig(configSchema, {})).toThrow(
    /INTROSPECTION_CLIENT_SECRET is missing[^]*AUTHORIZATION_SERVER_COOKIE_KEYS is missing[^]*AUTHORIZATION_SERVER_JWKS is missing/,
  );
  const short = {
    INTROSPECTION_CLIENT_SECRET: 'too-short-a-secret',
    AUTHORIZATION_SERVER_COOKIE_KEYS: `${'k'.repeat(32)},short`,
  };
  expect(() => read(short)).toThrow(/INTROSPECTION_CLIENT_SECRET is too short[^]*COOKIE_KEYS is too short/);
  expect(() => read(short)).not.toThrow(/too-short-a-secret/);
});

test('accepts only a key set with a private ES256 key', () => {
  const withoutPrivate = { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] };
  for (const value of ['not json', '{}', '{"keys":[]}', JSON.stringify(withoutPrivate)]) {
    expect(() => read({ AUTHORIZATION_SERVER_JWKS: value })).toThrow(
      /AUTHORIZATION_SERVER_JWKS is not valid/,
    );
  }
});

test('derives the issuer from the port by default, and rejects an issuer with a path', () => {
  expect(issuerOf(read({ AUTHORIZATION_SERVER_PORT: '4000' }))).toBe('http://127.0.0.1:4000');
  expect(issuerOf(read({ AUTHORIZATION_SERVER_ISSUER: 'https://auth.example.com/' }))).toBe(
    'https://auth.example.com',
  );
  for (const issuer of ['https://example.com/auth', 'https://example.com/?a=b', 'ftp://example.com'])
    expect(() => read({ AUTHORIZATION_SERVER_ISSUER: issuer })).toThrow(
      /AUTHORIZATION_SERVER_ISSUER is not valid/,
    );
});

test('rejects one address for two services, because a token is for one', () => {
  const address = 'https://api.example.com';
  expect(() => read({ REST_API_RESOURCE: address, EVENT_INTAKE_RESOURCE: `${address}/` })).toThrow(
    /EVENT_INTAKE_RESOURCE must differ/,
  );
  expect(() =>
    read({ REST_API_RESOURCE: address, EVENT_INTAKE_RESOURCE: `${address}/intake` }),
  ).not.toThrow();
});

test('accepts the trusted proxies as a number or as addresses', () => {
  expect(read({ TRUST_PROXY: '1' }).TRUST_PROXY).toBe(1);
  expect(read({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toBe('10.0.0.0/8, ::1');
  expect(() => read({ TRUST_PROXY: 'proxy.example' })).toThrow(/TRUST_PROXY is not valid/);
});
