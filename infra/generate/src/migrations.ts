import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalError } from '@funnel/servers';
import type { GeneratedFiles, GeneratorContext } from './generate-files.ts';

const DRIZZLE_KIT = fileURLToPath(new URL('../node_modules/.bin/drizzle-kit', import.meta.url));
const PACKAGE = join('packages', 'db');

/** The migrations, with one more if the schema has changed, and the newest snapshot only. Works on a copy of the folder. */
export async function migrations({ root, migrationName }: GeneratorContext): Promise<GeneratedFiles> {
  const copy = mkdtempSync(join(tmpdir(), 'funnel-drizzle-'));
  try {
    cpSync(join(root, PACKAGE, 'drizzle'), copy, { recursive: true });
    generateInto(copy, join(root, PACKAGE), migrationName);
    const names = readdirSync(copy, { recursive: true, encoding: 'utf8' });
    const outdated = names
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .slice(0, -1);
    return Object.fromEntries(
      names
        .filter((name) => /\.(sql|json)$/.test(name))
        .map((name) => [
          join(PACKAGE, 'drizzle', name),
          outdated.includes(name) ? undefined : readFileSync(join(copy, name), 'utf8'),
        ]),
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function generateInto(folder: string, cwd: string, name = 'unnamed'): void {
  const args = ['generate', '--dialect=postgresql', '--schema=./src/schema/index.ts'];
  const { status, stdout, stderr } = spawnSync(
    DRIZZLE_KIT,
    [...args, `--out=${relative(cwd, folder)}`, `--name=${name}`],
    {
      cwd,
      encoding: 'utf8',
      // With a terminal, drizzle-kit can ask whether a column was renamed or replaced.
      stdio: process.stdin.isTTY ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '--conditions=@funnel/source' },
    },
  );
  if (status !== 0) throw new LocalError(`drizzle-kit generate failed.\n${stdout ?? ''}${stderr ?? ''}`);
  // Without a terminal it ends with status 0 where it would ask, and generates nothing.
  if (stdout !== null && !/No schema changes|Your SQL migration file/.test(stdout))
    throw new LocalError(
      'packages/db/drizzle is out of date, and drizzle-kit has a question: was something renamed?\n' +
        'Run npm run -s generate -- --name WHAT_CHANGED in a terminal and commit the result.',
    );
}
