import { expect, test } from '@jest/globals';
import { readArguments } from '../src/conformance-arguments.ts';
import { REVISIONS } from '../src/revisions.ts';

const ALL = ['authorization', 'server', 'inspector', 'clients'];

test.each([
  [[], ALL],
  [['all'], ALL],
  [['clients', 'all'], ALL],
  [
    ['clients', 'server'],
    ['server', 'clients'],
  ],
])('%j runs %j, on what the server speaks', (args, suites) => {
  expect(readArguments(args)).toEqual({ suites, revisions: REVISIONS });
});

test('a revision is run alone, spoken or not', () => {
  expect(readArguments(['server', '--revision', '2026-07-28']).revisions).toEqual(['2026-07-28']);
});

test.each([
  [['sever'], 'There is no suite sever.'],
  [['--revision', '2024-11-05'], 'There is no baseline for 2024-11-05.'],
  [['--revisions', '2025-11-25'], "Unknown option '--revisions'"],
  [['--revision'], "Option '--revision <value>' argument missing"],
])('%j is refused with what there is', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
  expect(() => readArguments(args)).toThrow('Usage: pnpm conformance');
});
