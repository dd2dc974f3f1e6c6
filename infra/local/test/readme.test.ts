import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let localDir: string;

beforeAll(async () => {
  localDir = await mkdtemp(join(tmpdir(), 'funnel-readme-'));
});
afterAll(() => rm(localDir, { recursive: true, force: true }));

/** The commands of a document and their output: each `sh` block that a `text` block follows. */
async function documentedCommands(document: string): Promise<{ command: string; output: string }[]> {
  const text = await readFile(join(root, document), 'utf8');
  return [...text.matchAll(/```sh\n([^`]+?)\n```\s+```text\n([^`]+)```/g)].map(
    ([, command = '', output = '']) => ({ command, output }),
  );
}

test('the commands in the README print the output that it shows', async () => {
  const found = await documentedCommands('README.md');
  expect(found.map(({ command }) => command.split(' ')[3])).toEqual([
    'catalog',
    'ingest',
    'ingest',
    'insights',
  ]);
  for (const { command, output } of found) {
    const env = {
      ...process.env,
      FUNNEL_LOCAL_DIR: localDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      NODE_OPTIONS: '',
    };
    const result = spawnSync('sh', ['-c', command.replace('.local/', `${localDir}/`)], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(`${command}\n${result.stdout}`).toBe(`${command}\n${output}`);
  }
});
