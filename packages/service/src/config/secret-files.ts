import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { describeVariable } from './variable.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface WithFiles {
  /** The variables that have a value. */
  given: Record<string, string>;
  /** Those whose value comes from a file. */
  fromFile: Set<string>;
  /** Sentences by variable, for files that cannot be used. */
  problems: Map<string, string>;
}

/** Reads the file of every `X_FILE` whose `X` is a secret of the schema. The end of the last line is not part of the secret. */
export function readSecretFiles(schema: z.ZodObject, env: Environment): WithFiles {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
  const fromFile = new Set<string>();
  const problems = new Map<string, string>();
  for (const name of Object.keys(schema.shape)) {
    const variable = `${name}_FILE`;
    const file = given[variable];
    if (file === undefined || !describeVariable(schema, name).isSecret) continue;
    try {
      if (given[name] !== undefined) throw new UnusableFile(`and ${name} are both set: remove one of them`);
      given[name] = readSecret(file);
      fromFile.add(name);
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      problems.set(name, `  ${variable} ${error.message}`);
    }
  }
  return { given, fromFile, problems };
}

/** The message continues the name of the variable. It does not repeat the path, which may be a misplaced secret. */
class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

function readSecret(file: string): string {
  const text = readText(file).replace(/\r?\n$/, '');
  if (text === '') throw new UnusableFile('names an empty file: write the secret into it');
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new UnusableFile('names a file that does not exist: write the path of a file');
    if (code === 'EACCES')
      throw new UnusableFile('names a file that this process may not read: change its owner or mode');
    throw new UnusableFile(`names a file that cannot be read (${code}): write the path of a file`);
  }
}
