import { z } from 'zod';

export interface Variable {
  name: string;
  meaning: string;
  /** What a valid value looks like. */
  expected: string;
  example: string | undefined;
  isRequired: boolean;
  /** The value without the variable, if there is one. */
  fallback: string | undefined;
  /** Whether its value may be in a file, named by the variable with `_FILE`. */
  isSecret: boolean;
}

/** Describes a variable from its schema: the texts of `meta`, and what the schema makes of no value. */
export function describeVariable(schema: z.ZodObject, name: string): Variable {
  const field: unknown = schema.shape[name];
  if (!(field instanceof z.ZodType)) throw new TypeError(`${name} is not a variable of this schema`);
  const { meaning, description, example, isSecret } = field.meta() ?? {};
  const without = field.safeParse(undefined);
  return {
    name,
    meaning: typeof meaning === 'string' ? meaning : '',
    expected: description ?? 'another value',
    example: typeof example === 'string' ? example : undefined,
    isRequired: !without.success,
    fallback: textOf(without.data),
    isSecret: isSecret === true,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
