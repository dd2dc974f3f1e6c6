import { expect, test } from '@jest/globals';
import { parseOptions } from '../src/options.ts';
import { FULL, QUICK, SECTION_NAMES } from '../src/settings.ts';

test('by default everything is measured in full, and a missed target is an error', () => {
  expect(parseOptions([])).toMatchObject({
    settings: FULL,
    sections: SECTION_NAMES,
    gate: true,
    fresh: false,
  });
});

test('the options are read', () => {
  expect(parseOptions(['--quick', '--json', 'a.json', '--update-docs'])).toMatchObject({
    settings: QUICK,
    json: 'a.json',
    updateDocs: true,
  });
  expect(parseOptions(['--no-gate', '--fresh'])).toMatchObject({ settings: FULL, gate: false, fresh: true });
});

test('sections run in their own order', () => {
  expect(parseOptions(['--only', 'loading,floors']).sections).toEqual(['floors', 'loading']);
});

test.each([['--only', 'speed'], ['--fast'], ['quick']])('rejects %j %j with the usage', (...args) => {
  expect(() => parseOptions(args.filter(Boolean))).toThrow(/Usage: npm run -s bench/);
});
