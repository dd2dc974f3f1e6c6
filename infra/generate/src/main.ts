import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type Invocation, parseArguments, startTestPostgres } from '@funnel/servers';
import { createTestDatabase } from '@funnel/testing';
import { findStaleFiles, writeFiles } from './generate-files.ts';
import type { GeneratorContext } from './generator.ts';
import { GENERATORS } from './generators.ts';

/** `npm run -s generate`: writes the generated files. With `--check`: compares them and fails on a difference. */
async function generate({ root, localDir, args }: Invocation): Promise<number> {
  const { check, name: migrationName } = readArguments(args);
  const folder = join(localDir, 'generate', String(process.pid));
  await mkdir(folder, { recursive: true });
  const stopPostgres = await startTestPostgres(join(folder, 'postgres'));
  try {
    const context: GeneratorContext = { root, migrationName, withDatabase };
    if (check) return report(await findStaleFiles(GENERATORS, context));
    const written = await writeFiles(GENERATORS, context);
    console.log(written.length > 0 ? written.join('\n') : 'All generated files are current');
    return 0;
  } finally {
    await stopPostgres();
    await rm(folder, { recursive: true, force: true });
  }
}

function readArguments(args: string[]) {
  const options = { check: { type: 'boolean' }, name: { type: 'string' } } as const;
  return parseArguments('Usage: npm run -s generate -- [--name WHAT_CHANGED] | --check', { args, options })
    .values;
}

function report(stale: string[]): number {
  for (const line of stale) console.error(line);
  if (stale.length === 0) console.log('All generated files are current');
  return stale.length === 0 ? 0 : 1;
}

const withDatabase: GeneratorContext['withDatabase'] = async (use) => {
  const created = await createTestDatabase();
  try {
    return await use(created.database);
  } finally {
    await created.drop();
  }
};

/** Called by the bootstrap. */
export const main = commandLine(generate);
