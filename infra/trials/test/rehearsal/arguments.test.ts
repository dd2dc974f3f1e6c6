import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readArguments } from '../../src/rehearsal/main.ts';
import { commitBefore, versionIn } from '../../src/rehearsal/upgrade/version.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

test.each(['--last 0', '--last three', '--last 3 --from v1.0.0', 'kills twice', 'everything', '--unknown'])(
  '%s is answered with the usage',
  (line) => {
    expect(() => readArguments(line.split(' '))).toThrow(
      'Usage: npm run -s rehearse -- [--from GIT_REF | --last 3] [--back]',
    );
  },
);

test('the last migrations can be chosen', () => {
  expect(readArguments(['--last', '3', '--back'])).toMatchObject({ last: 3, back: true });
  const version = versionIn(ROOT);
  const all = version.migrations.length;
  expect(() => commitBefore(version, all + 1)).toThrow(`There are only ${all} migrations.`);
});

test('a migration that is not committed is named', () => {
  const version = { ...versionIn(ROOT), migrations: ['9999_not_committed'] };
  expect(() => commitBefore(version, 1)).toThrow(/9999_not_committed\.sql is not committed/);
});
