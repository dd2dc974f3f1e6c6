import type { WebsiteId, ErrorCode, Scope } from '@funnel/domain';
import type { Database } from '@funnel/db';
import type { InputOf, Parameters } from './report.ts';
import type { z } from 'zod';

interface ResourceContext {
  database: Database;
  websiteId: WebsiteId;
  now: Date;
  /** Decrypts the website's key for its own record. */
  encryptionKey: Uint8Array;
}

export interface ResourceAnswer<Body> {
  status: 200 | 201;
  body: Body;
  /** Of a list that comes in pages: the surface makes `Link` and `X-Total-Count` of it. */
  pages?: { page: number; perPage: number; total: number };
}

/** An operation is a value, as a report is: the REST route and the OpenAPI operation are made of it. */
export interface Resource<Params extends Parameters = Parameters, Output extends z.ZodType = z.ZodType> {
  operationId: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Below /api/v1. */
  path: string;
  scope: Scope;
  summary: string;
  description: string;
  parameters: Params;
  /** JSON Schema of the body, for operations that take one. */
  body?: Readonly<Record<string, unknown>>;
  /** What it refuses with beside the codes of its parameters, for the contract. */
  codes?: readonly ErrorCode[];
  output: Output;
  run(
    context: ResourceContext,
    input: InputOf<Params>,
    body: unknown,
  ): Promise<ResourceAnswer<z.infer<Output>>>;
}

export function defineResource<Params extends Parameters, Output extends z.ZodType>(
  resource: Resource<Params, Output>,
): Resource<Params, Output> {
  return resource;
}
