import { expect, test } from '@jest/globals';
import { readArguments } from '../../src/conformance/main.ts';
import { REVISIONS } from '../../src/conformance/conformance-run.ts';

const ALL = ['authorization', 'server', 'clients'];

test.each([
  [[], ALL],
  [
    ['clients', 'server'],
    ['server', 'clients'],
  ],
])('%j runs %j in every revision', (args, suites) => {
  expect(readArguments(args)).toEqual({ suites, revisions: REVISIONS });
});

test('runs a single revision', () => {
  expect(readArguments(['server', '--revision', '2026-07-28']).revisions).toEqual(['2026-07-28']);
});

test.each([
  [['sever'], 'There is no suite sever.'],
  [['--revision', '2024-11-05'], 'There is no baseline for 2024-11-05.'],
  [['--revisions', '2025-11-25'], "Unknown option '--revisions'"],
  [['--revision'], "Option '--revision <value>' argument missing"],
])('rejects %j and prints the usage', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
  expect(() => readArguments(args)).toThrow('Usage: npm run -s conformance');
});

test('takes services that already run, with all of their options', () => {
  const args = [
    '--issuer',
    'https://a.example',
    '--tools',
    'https://t.example/mcp',
    '--email',
    'p@x.example',
  ];
  const env = { CONFORMANCE_PASSWORD: 'secret' };
  expect(readArguments([...args, '--websites', '1,2'], env).product).toEqual({
    addresses: {
      AUTHORIZATION_SERVER_ISSUER: 'https://a.example',
      MCP_SERVER_RESOURCE: 'https://t.example/mcp',
    },
    person: { email: 'p@x.example', password: 'secret', websiteIds: [1, 2] },
  });
  expect(() => readArguments(args, env)).toThrow('missing');
  expect(() => readArguments([...args, '--websites', '1,2'])).toThrow('missing');
});
