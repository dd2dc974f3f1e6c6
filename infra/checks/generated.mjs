/** What is generated and committed must be what the sources generate now. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const checks = [
  ['migrations (packages/db/drizzle): run pnpm --filter @funnel/db generate', migrationsAreCurrent],
];

const stale = checks.filter(([, isCurrent]) => !isCurrent()).map(([name]) => name);
if (stale.length > 0) {
  console.error(`Out of date:\n  ${stale.join('\n  ')}`);
  process.exit(1);
}
console.log('generated files are current');

/** Generates into a copy: a schema that the migrations already make adds no file. */
function migrationsAreCurrent() {
  const cwd = 'packages/db';
  const copy = mkdtempSync(join(tmpdir(), 'funnel-drizzle-'));
  try {
    cpSync(join(cwd, 'drizzle'), copy, { recursive: true });
    const before = readdirSync(copy).length;
    const out = relative(cwd, copy);
    const result = spawnSync(
      'pnpm',
      [
        'exec',
        'drizzle-kit',
        'generate',
        '--dialect=postgresql',
        '--schema=./src/schema/index.ts',
        `--out=${out}`,
      ],
      {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NODE_OPTIONS: '--conditions=@funnel/source' },
      },
    );
    if (result.status !== 0) console.error(result.stdout, result.stderr);
    return result.status === 0 && readdirSync(copy).length === before;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
