import type { Parameter } from '@funnel/operations';
import type { Example } from './examples.ts';

export function parameterOf(
  { name, schema, isRequired }: Parameter<unknown>,
  path: string,
  example: Example,
) {
  const { description, ...rest } = schema;
  const value = example.parameters[name];
  return {
    name,
    in: path.includes(`{${name}}`) ? 'path' : 'query',
    required: isRequired,
    description,
    schema: rest,
    ...(value === undefined ? {} : { example: value }),
  };
}
