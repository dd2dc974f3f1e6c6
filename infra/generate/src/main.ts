import { join } from 'node:path';
import { commandLine, type Invocation, parseArguments, withTestPostgres } from '@funnel/servers';
import { withTestDatabase } from '@funnel/testing';
import { findStaleFiles, writeFiles } from './generate-files.ts';
import { GENERATORS } from './generators.ts';

const USAGE = 'Usage: npm run -s generate -- [--name WHAT_CHANGED] | --check';
const OPTIONS = { check: { type: 'boolean' }, name: { type: 'string' } } as const;

/** `npm run -s generate`: writes the generated files. With `--check`: compares them and fails on a difference. */
function generate({ root, localDir, args }: Invocation): Promise<number> {
  const { check, name: migrationName } = parseArguments(USAGE, { args, options: OPTIONS }).values;
  return withTestPostgres(join(localDir, 'generate'), async () => {
    const context = { root, migrationName, withDatabase: withTestDatabase };
    const changed = await (check ? findStaleFiles : writeFiles)(GENERATORS, context);
    for (const line of changed) (check ? console.error : console.log)(line);
    if (changed.length === 0) console.log('All generated files are current');
    return check && changed.length > 0 ? 1 : 0;
  });
}

export const main = commandLine(generate);
