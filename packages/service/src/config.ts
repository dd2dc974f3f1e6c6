import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Its message is written for whoever starts the process; it never repeats a value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Parses the environment once, or says everything that is wrong with it. An empty variable counts as absent. */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;

  const faults = new Map<string, string>();
  for (const { path, code, message } of result.error.issues) {
    const name = String(path[0]);
    if (faults.has(name)) continue;
    faults.set(name, `  ${name} ${code === 'custom' ? message : describeFault(schema, name, name in given)}`);
  }
  throw new ConfigError(`These environment variables have to be mended:\n${[...faults.values()].join('\n')}`);
}

function describeFault(schema: z.ZodObject, name: string, isGiven: boolean): string {
  const field: unknown = schema.shape[name];
  const { description = 'another value', example } = (field instanceof z.ZodType && field.meta()) || {};
  const hint = typeof example === 'string' ? `, for example ${name}=${example}` : '';
  return `${isGiven ? 'is not valid' : 'is missing'}: expected ${description}${hint}`;
}
