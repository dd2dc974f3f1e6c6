import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ENCRYPTION_KEY } from '@funnel/fixtures';
import { importCatalog } from '@funnel/ingest';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { transformSync } from 'amaro';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import { totalsOf } from './support/totals.ts';
import { type Fate, startUnreliableProxy } from './support/unreliable-proxy.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/how-to/send-events.md'), 'utf8');
const WEBSITE = 10;

/** How the programs of docs/examples are run. */
const PROGRAMS = [
  { file: 'send.mts', program: 'node' },
  { file: 'send.py', program: 'python3' },
  { file: 'send.php', program: 'php' },
  { file: 'send.rb', program: 'ruby' },
];

let intake: IntakeApp;
let token: string;
let folder: string;
beforeAll(async () => {
  intake = await startIntakeApp({ clock: () => new Date() });
  const catalog: unknown = JSON.parse(readFileSync(join(root, 'docs/examples/catalog.json'), 'utf8'));
  await importCatalog(intake.database, catalog, { encryptionKey: ENCRYPTION_KEY, now: new Date() });
  ({ token } = await intake.token({ websiteIds: [WEBSITE] }));
  folder = mkdtempSync(join(tmpdir(), 'funnel-send-events-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await intake.stop();
});

/** Runs a program of the page against an intake that fails at first. Resolves with what it prints. */
async function run(program: string, args: readonly string[], fates: readonly Fate[]): Promise<unknown> {
  const proxy = await startUnreliableProxy(intake.url, fates);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', INTAKE_URL: proxy.url, INTAKE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(child.stdout);
  await proxy.close();
  // curl prints the answer to each attempt.
  return JSON.parse(printed.split(/(?<=\})(?=\{)/).at(-1) ?? '');
}

const shellBlocks = [...page.matchAll(/```sh\n([^`]*?curl[^`]*?)\n```/g)].map(([, command = '']) => command);

test.each(
  shellBlocks.filter((command) => command.includes('/v1/events')).map((command, index) => [index, command]),
)('the curl command number %d records the example events, once', async (index, command) => {
  const answer = await run('sh', ['-c', String(command)], ['unavailable']);
  const [recorded, repeated] = index === 0 ? [6, 0] : [0, 6];
  expect(answer).toEqual({ recorded, repeated, refused: 0, refusals: [] });
});

for (const { file, program } of PROGRAMS) {
  const isInstalled = spawnSync(program, ['--version']).status === 0;
  if (!isInstalled) console.warn(`SKIPPED: ${program} is not installed, so ${file} is not run`);
  (isInstalled ? test : test.skip)(`${file} survives a 503, a 408 and a lost answer`, async () => {
    expect(page).toContain(`(../examples/${file})`);
    const before = await totalsOf(intake.database, WEBSITE, new Date());
    const answer = await run(program, [runnable(file)], ['unavailable', 'body too slow', 'answer lost']);
    expect(answer).toEqual({ recorded: 0, repeated: 1, refused: 0, refusals: [] });
    expect((await totalsOf(intake.database, WEBSITE, new Date())).views).toBe(before.views + 1);
  });
}

/** TypeScript is run as `npx tsx` and newer versions of Node do: without its types. */
function runnable(file: string): string {
  const source = join(root, 'docs/examples', file);
  if (!file.endsWith('.mts')) return source;
  const stripped = join(folder, 'send.mjs');
  writeFileSync(stripped, transformSync(readFileSync(source, 'utf8'), { mode: 'strip-only' }).code);
  return stripped;
}
