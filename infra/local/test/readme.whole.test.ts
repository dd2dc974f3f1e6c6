import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SERVICES } from '../src/start/services.ts';

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

/** Starts the product as the README does, on free ports, and resolves with the address of its REST API. */
async function startProduct(env: NodeJS.ProcessEnv): Promise<{ restApi: string; stop(): Promise<void> }> {
  const ports = Object.fromEntries(SERVICES.map(({ portVariable }) => [portVariable, '0']));
  const child = spawn('npm', ['start', '--', '--no-demo'], {
    cwd: root,
    env: { ...env, ...ports },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let restApi = '';
  for await (const line of createInterface({ input: child.stdout })) {
    restApi = /^REST API +(http\S+)$/.exec(line)?.[1] ?? restApi;
    if (line.startsWith('Ready.')) break;
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { restApi, stop };
}

/** In the order in which a reader follows them. */
const PAGES = ['README.md', 'docs/tutorials/your-own-data.md'];

test('the commands of the README and the tutorial print the output that they show', async () => {
  const found = (await Promise.all(PAGES.map(documentedCommands))).flat();
  expect(found.map(({ command }) => /npm run -s (\w+)/.exec(command)?.[1] ?? command)).toEqual([
    'catalog',
    'ingest',
    'token', // for the request that reads the events back
    'ingest',
    'cat .local/refused.ndjson',
    'user',
    'token',
    'insights',
  ]);
  const env = {
    ...process.env,
    FUNNEL_LOCAL_DIR: localDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    NODE_OPTIONS: '',
  };
  const { restApi, stop } = await startProduct(env);
  try {
    for (const { command, output } of found) {
      const here = command.replaceAll('.local/', `${localDir}/`).replace('http://127.0.0.1:3000', restApi);
      const run = () => spawnSync('sh', ['-c', here], { cwd: root, env, encoding: 'utf8' });
      let { stdout, stderr } = run();
      // `curl -s` is silent about a connection that broke: asked once more, and said.
      if (stdout === '' && output !== '' && here.startsWith('curl ')) {
        console.warn(`no answer, asked again: ${here} ${stderr}`);
        ({ stdout, stderr } = run());
      }
      expect(`${command}\n${stdout}`).toBe(`${command}\n${output}`);
    }
  } finally {
    await stop();
  }
});
