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

interface OperationObject {
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { content?: Record<string, unknown>; 'x-other-content'?: Record<string, unknown> }
  >;
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
    components: { schemas: Record<string, Schema> };
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

  function check(request: FuzzRequest, answer: Answer): string | undefined {
    const { status } = answer;
    if (request.method === 'HEAD' || request.method === 'OPTIONS' || status === 304) return undefined;
    const problem = status >= 400 ? checkProblem(answer) : undefined;
    if (problem) return problem;
    const method = request.method.toLowerCase();
    const path = request.operation.slice(request.operation.indexOf(' ') + 1);
    const described = document.paths[path]?.[method]?.responses[status];
    if (!described) return EVERYWHERE.includes(status) ? undefined : `undocumented status ${status}`;
    const type = mediaTypeOf(answer);
    if (described['x-other-content']?.[type]) return undefined;
    if (!described.content?.[type]) return `undocumented media type ${type}`;
    return schemaError(
      ['paths', path, method, 'responses', String(status), 'content', type, 'schema'],
      jsonOf(answer),
    );
  }

  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method,
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
      })),
    ),
    resolve: (ref) => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {},
    check,
  };
}
