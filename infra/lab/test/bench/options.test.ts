import { expect, test } from '@jest/globals';
import { parseOptions } from '../../src/bench/options.ts';
import { FULL, QUICK, SECTION_NAMES } from '../../src/bench/settings.ts';

test('by default everything is measured in full', () => {
  expect(parseOptions([])).toMatchObject({
    settings: FULL,
    sections: SECTION_NAMES,
  });
});

test('the options are read', () => {
  expect(parseOptions(['--quick', '--json', 'a.json', '--update-docs'])).toMatchObject({
    settings: QUICK,
    json: 'a.json',
    updateDocs: true,
  });
});

test('sections run in their own order', () => {
  expect(parseOptions(['--only', 'loading,floors']).sections).toEqual(['floors', 'loading']);
});

test.each([['--only', 'speed'], ['--fast'], ['quick']])('rejects %j %j with the usage', (...args) => {
  expect(() => parseOptions(args.filter(Boolean))).toThrow(/Usage: npm run -s bench/);
});
