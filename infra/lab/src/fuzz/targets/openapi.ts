import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { checkProblem } from '../check-answer.ts';
import { jsonOf, mediaTypeOf, type Target } from '../request.ts';
import type { Schema } from '../values/from-schema.ts';

export interface Operation {
  method: string;
  path: string;
  /** In front of the path, if not what the others have. */
  base: string | undefined;
  parameters: readonly { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
}

interface OperationObject {
  servers?: readonly { url: string }[];
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: object }>; 'x-other-content'?: Record<string, unknown> }
  >;
}

/** A published contract: what may be sent, and whether an answer is as documented. */
export interface Contract extends Pick<Target, 'check'> {
  operations: readonly Operation[];
}

/** Answers of any path; no operation has to list them. */
const EVERYWHERE = [404, 405];

export function readContract(root: string, file: string): Contract {
  const document: unknown = JSON.parse(readFileSync(join(root, 'contracts', file), 'utf8'));
  const { paths } = resolved(document, document) as {
    paths: Record<string, Record<string, OperationObject>>;
  };
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  return {
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { servers, parameters = [], requestBody }]) => ({
        method,
        path,
        base: servers?.map(({ url }) => new URL(url).pathname)[0],
        parameters,
        body: requestBody?.content['application/json']?.schema,
      })),
    ),
    check({ method, operation }, answer) {
      const { status } = answer;
      if (method === 'HEAD' || method === 'OPTIONS' || status === 304) return undefined;
      const problem = status >= 400 ? checkProblem(answer) : undefined;
      if (problem) return problem;
      const path = operation.slice(operation.indexOf(' ') + 1);
      const response = paths[path]?.[method.toLowerCase()]?.responses[status];
      if (!response) return EVERYWHERE.includes(status) ? undefined : `undocumented status ${status}`;
      const type = mediaTypeOf(answer);
      if (response['x-other-content']?.[type]) return undefined;
      const schema = response.content?.[type]?.schema;
      if (!schema) return `undocumented media type ${type}`;
      return ajv.validate(schema, jsonOf(answer)) ? undefined : `not as documented: ${ajv.errorsText()}`;
    },
  };
}

/** A value of a document, with what its references point to in their place. */
function resolved(value: unknown, document: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, document)]));
  const target = $ref
    .split('/')
    .slice(1)
    .reduce((inner, name) => (inner as Record<string, unknown>)[name], document);
  return resolved(target, document);
}
