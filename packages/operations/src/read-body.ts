import { pathText, ServiceError, validationWords } from '@funnel/domain';
import { z } from 'zod';

/** Validates a request body; throws a ServiceError that names the first wrong field. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('invalid_body', 'The body must be a JSON object.');
  const { data, error } = schema.safeParse(body, { error: validationWords });
  const [issue] = error?.issues ?? [];
  if (!issue) return data as z.output<Schema>;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const parameter = unknown ?? pathText(issue.path);
  const detail =
    unknown === undefined ? `${parameter} ${issue.message}.` : `${unknown} is not a known field.`;
  throw invalidField(parameter, detail);
}

/** The error of a field of a body. */
export function invalidField(parameter: string, detail: string): ServiceError {
  return new ServiceError('invalid_field', detail, { parameter });
}

/** The JSON Schema of a body, for the OpenAPI document. */
export function bodySchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
