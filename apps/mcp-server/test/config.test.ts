import { readConfig } from '@funnel/service';
import { expect, test } from '@jest/globals';
import { configSchema } from '../src/config.ts';

const needed = {
  DATABASE_URL: 'postgres://user:password@127.0.0.1:5432/funnel',
  INTROSPECTION_CLIENT_SECRET: 's'.repeat(32),
};
const read = (env: Record<string, string> = {}) => readConfig(configSchema, { ...needed, ...env });

test('has default addresses', () => {
  expect(read()).toMatchObject({
    MCP_SERVER_PORT: 3001,
    MCP_SERVER_RESOURCE: 'http://127.0.0.1:3001/mcp',
    AUTHORIZATION_SERVER_ISSUER: 'http://127.0.0.1:3002',
    INTROSPECTION_CLIENT_ID: 'funnel-services',
    WEBSITE_IDS_CLAIM: 'website_ids',
    ALLOWED_HOSTS: [],
    ALLOWED_ORIGINS: [],
  });
});

test('reads lists of hosts and origins, and removes the trailing slash of the resource', () => {
  const config = read({
    MCP_SERVER_RESOURCE: 'https://tools.example.com/mcp/',
    ALLOWED_HOSTS: 'Tools.internal, [::1]',
    ALLOWED_ORIGINS: 'https://app.example.com,http://localhost:6274',
    TRUST_PROXY: '1',
  });
  expect(config).toMatchObject({
    MCP_SERVER_RESOURCE: 'https://tools.example.com/mcp',
    ALLOWED_HOSTS: ['tools.internal', '[::1]'],
    ALLOWED_ORIGINS: ['https://app.example.com', 'http://localhost:6274'],
    TRUST_PROXY: 1,
  });
});

test.each([
  { ALLOWED_HOSTS: 'tools.example.com:443' },
  { ALLOWED_HOSTS: 'https://tools.example.com' },
  { ALLOWED_ORIGINS: 'app.example.com' },
  { ALLOWED_ORIGINS: 'https://app.example.com/' },
  { MCP_SERVER_RESOURCE: 'https://tools.example.com/mcp#top' },
  { INTROSPECTION_CLIENT_SECRET: 'short' },
])('rejects %j and names the variable', (env) => {
  const [name = ''] = Object.keys(env);
  expect(() => read(env as Record<string, string>)).toThrow(
    new RegExp(`${name} is (not valid|too short): expected`),
  );
});
