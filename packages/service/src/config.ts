import { z } from 'zod';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid environment. The message is for the operator and contains no values, which may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Parses the environment, or throws a ConfigError with every invalid variable. An empty variable counts as missing. */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;

  const problems = new Map<string, string>();
  for (const { path, code, message } of result.error.issues) {
    const name = String(path[0]);
    if (problems.has(name)) continue;
    problems.set(
      name,
      `  ${name} ${code === 'custom' ? message : describeProblem(schema, name, name in given)}`,
    );
  }
  throw new ConfigError(`Invalid environment variables:\n${[...problems.values()].join('\n')}`);
}

function describeProblem(schema: z.ZodObject, name: string, isGiven: boolean): string {
  const field: unknown = schema.shape[name];
  const { description = 'another value', example } = (field instanceof z.ZodType && field.meta()) || {};
  const hint = typeof example === 'string' ? `, for example ${name}=${example}` : '';
  return `${isGiven ? 'is not valid' : 'is missing'}: expected ${description}${hint}`;
}
