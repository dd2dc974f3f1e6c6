import type { z } from 'zod';
import { insertPasswords } from './passwords.ts';
import { type Environment, readSecretFiles } from './secret-files.ts';
import { describeVariable } from './variable.ts';

/** An invalid environment. The message is for the operator and contains no values, which may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment, or throws a ConfigError with every invalid variable. An empty variable counts as missing. A secret
 * may be in a file: its variable with `_FILE` names it.
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const { given, fromFile, problems } = readSecretFiles(schema, env);
  const result = schema.safeParse(given);
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (!problems.has(name)) problems.set(name, sentence(schema, issue, name in given, fromFile.has(name)));
  }
  if (result.success && problems.size === 0) return insertPasswords(result.data);
  throw new ConfigError(`Invalid environment variables:\n${[...problems.values()].join('\n')}`);
}

function sentence(
  schema: z.ZodObject,
  issue: z.core.$ZodIssue,
  isGiven: boolean,
  isFromFile: boolean,
): string {
  const name = String(issue.path[0]);
  const subject = isFromFile ? `  The file of ${name}_FILE` : `  ${name}`;
  if (issue.code === 'custom') return `${subject} ${issue.message}`;
  const { expected, example, isSecret } = describeVariable(schema, name);
  const hint = example === undefined ? '' : `, for example ${name}=${example}`;
  const file = !isGiven && isSecret ? `; or ${name}_FILE with the path of a file that contains it` : '';
  return `${subject} ${isGiven ? faultOf(issue) : 'is missing'}: expected ${expected}${hint}${file}`;
}

function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'number') return 'is too large';
  if (issue.code === 'too_small' && issue.origin === 'number') return 'is too small';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'is too short';
  return 'is not valid';
}
