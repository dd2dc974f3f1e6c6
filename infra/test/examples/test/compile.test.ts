import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { typeErrors } from '../src/example-modules.ts';
import { findExamples } from '../src/find-examples.ts';
import { writeExamples } from '../src/write-examples.ts';

const PACKAGES = fileURLToPath(new URL('../../../../packages', import.meta.url));

// At once: the compiler reads once what all packages share.
test('every example of every package compiles', async () => {
  const folders = readdirSync(PACKAGES)
    .map((name) => join(PACKAGES, name))
    .filter((folder) => existsSync(join(folder, 'test', 'examples.test.ts')));
  expect(folders.length).toBeGreaterThan(10);
  const all = await Promise.all(
    folders.map(async (folder) => {
      const api = (await import(pathToFileURL(join(folder, 'src', 'index.ts')).href)) as object;
      return writeExamples(folder, findExamples(folder), api);
    }),
  );
  try {
    expect(typeErrors(all)).toEqual([]);
  } finally {
    for (const modules of all) modules.remove();
  }
});
