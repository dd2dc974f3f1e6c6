import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@funnel/testing/browser';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_BYTES = 200_000;
const PNG = 'iVBORw0KGgo';

/** The pictures that the README names. */
async function namedPictures(): Promise<string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  return [...readme.matchAll(/(?:src|srcset)="(docs\/images\/[^"]+)"/g)].map(([, path = '']) => path);
}

async function expectPicture(path: string): Promise<void> {
  const content = await readFile(path);
  expect([path, content.toString('base64').startsWith(PNG)]).toEqual([path, true]);
  expect(content.length).toBeLessThan(MAX_BYTES);
}

test('the README shows small pictures, each of them light and dark', async () => {
  const named = await namedPictures();
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) {
    await expectPicture(join(root, path));
    expect(named).toContain(path.replace(/-(light|dark)\.png$/, '-light.png'));
    expect(named).toContain(path.replace(/-(light|dark)\.png$/, '-dark.png'));
  }
});

const executable = findChromium();
if (!executable) console.warn('SKIPPED: no Chromium found, so no pictures are taken');

(executable ? describe : describe.skip)('npm run -s pictures', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funnel-pictures-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('takes the pictures of the README', async () => {
    const bootstrap = join(root, 'infra', 'local', 'bootstrap.mjs');
    const child = spawn(process.execPath, [bootstrap, 'pictures', '--to', folder], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
    const taken = await readdir(folder);
    expect(taken.sort()).toEqual((await namedPictures()).map((path) => basename(path)).sort());
    for (const name of taken) await expectPicture(join(folder, name));
  });
});
