import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')) as Record<string, unknown>;

test('the hashes are of the pnpm that package.json names, for the systems of the servers', () => {
  const { version, packages } = read('infra/local/pnpm-integrity.json') as {
    version: string;
    packages: Record<string, string>;
  };
  expect(read('package.json')['packageManager']).toBe(`pnpm@${version}`);
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining(['pnpm', '@pnpm/exe.linux-x64', '@pnpm/exe.linux-arm64']),
  );
  for (const hash of Object.values(packages)) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/);
});
