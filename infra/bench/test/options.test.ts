import { expect, test } from '@jest/globals';
import { parseOptions } from '../src/performance/options.ts';
import { SECTION_NAMES } from '../src/performance/sections/section-names.ts';
import { FULL, QUICK } from '../src/performance/settings.ts';

test('by default everything is measured in full, and a missed target is an error', () => {
  expect(parseOptions([])).toMatchObject({
    settings: FULL,
    sections: SECTION_NAMES,
    gate: true,
    fresh: false,
  });
});

test('the targets are for the full size', () => {
  expect(parseOptions(['--quick'])).toMatchObject({ settings: QUICK, gate: false });
  expect(parseOptions(['--no-gate'])).toMatchObject({ settings: FULL, gate: false });
});

test('sections run in their own order', () => {
  expect(parseOptions(['--only', 'growth,floors']).sections).toEqual(['floors', 'growth']);
});

test.each([['--only', 'speed'], ['--fast'], ['quick']])('rejects %j %j with the usage', (...args) => {
  expect(() => parseOptions(args.filter(Boolean))).toThrow(/Usage: pnpm bench/);
});
