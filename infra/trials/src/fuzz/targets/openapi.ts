import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from '../values/from-schema.ts';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf } from '../request.ts';
import { checkProblem } from './problem.ts';

/** An operation of an OpenAPI document. */
export interface Operation {
  method: string;
  path: string;
  parameters: readonly { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
}

/** A component, or the value itself. */
type Referable<Value> = { $ref: string } | Value;

interface ResponseObject {
  content?: Record<string, unknown>;
  'x-other-content'?: Record<string, unknown>;
}

interface OperationObject {
  parameters?: Referable<Operation['parameters'][number]>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Referable<ResponseObject>>;
}

/** A published contract: what may be sent, and whether an answer is as documented. */
export interface Contract {
  operations: readonly Operation[];
  resolve: (ref: string) => Schema;
  check: (request: FuzzRequest, answer: Answer) => string | undefined;
}

const DOCUMENT = 'contract';
/** Answers of any path; no operation has to list them. */
const EVERYWHERE = [404, 405];

/** Reads a document of the folder contracts. */
export function readContract(root: string, file: string): Contract {
  const document = JSON.parse(readFileSync(join(root, 'contracts', file), 'utf8')) as {
    paths: Record<string, Record<string, OperationObject>>;
    components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
  };
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, DOCUMENT);

  function schemaError(pointer: readonly string[], value: unknown): string | undefined {
    const ref = pointer
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = ajv.getSchema(`${DOCUMENT}#/${ref}`);
    if (!validate) return `no schema at ${pointer.join(' ')}`;
    return validate(value) ? undefined : `not as documented: ${ajv.errorsText(validate.errors)}`;
  }

  function pathOf(ref: string): string[] {
    return ref.split('/').slice(1);
  }

  function deref<Value extends object>(value: Referable<Value>): Value {
    if (!('$ref' in value)) return value;
    const [, kind = '', name = ''] = pathOf(value.$ref);
    return document.components[kind]?.[name] as Value;
  }

  function check(request: FuzzRequest, answer: Answer): string | undefined {
    const { status } = answer;
    if (request.method === 'HEAD' || request.method === 'OPTIONS' || status === 304) return undefined;
    const problem = status >= 400 ? checkProblem(answer) : undefined;
    if (problem) return problem;
    const method = request.method.toLowerCase();
    const path = request.operation.slice(request.operation.indexOf(' ') + 1);
    const response = document.paths[path]?.[method]?.responses[status];
    if (!response) return EVERYWHERE.includes(status) ? undefined : `undocumented status ${status}`;
    const described = deref(response);
    const place =
      '$ref' in response ? pathOf(response.$ref) : ['paths', path, method, 'responses', String(status)];
    const type = mediaTypeOf(answer);
    if (described['x-other-content']?.[type]) return undefined;
    if (!described.content?.[type]) return `undocumented media type ${type}`;
    return schemaError([...place, 'content', type, 'schema'], jsonOf(answer));
  }

  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method,
        path,
        parameters: parameters.map(deref),
        body: requestBody?.content['application/json']?.schema,
      })),
    ),
    resolve: (ref) => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {},
    check,
  };
}
