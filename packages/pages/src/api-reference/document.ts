import type { JsonSchema, NamedSchemas } from './json-schema.ts';

export const JSON_TYPE = 'application/json';

/** The part of an OpenAPI document that its page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  /** What the service sends, by name. */
  webhooks?: Readonly<Record<string, { post: DescribedWebhook }>>;
  components: { schemas: NamedSchemas } & Readonly<Record<string, unknown>>;
}

interface DescribedOperation {
  operationId: string;
  tags: readonly string[];
  /** Where it is, if not at the address of the document. */
  servers?: readonly { url: string }[];
  summary: string;
  description: string;
  parameters?: readonly DescribedParameter[];
  requestBody?: { description?: string; content: Content };
  responses: Readonly<Record<string, DescribedResponse>>;
}

export interface DescribedWebhook {
  operationId: string;
  summary: string;
  description: string;
  requestBody: { content: Content };
}

export interface Endpoint extends DescribedOperation {
  method: string;
  path: string;
}

export interface DescribedParameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: { type?: unknown; enum?: readonly unknown[]; default?: unknown; format?: string };
  example?: unknown;
}

interface DescribedResponse {
  description: string;
  content?: Content;
}

type Content = Readonly<
  Record<string, { schema?: JsonSchema; example?: unknown; examples?: Readonly<Record<string, Example>> }>
>;

interface Example {
  value?: { detail?: string };
  summary?: string;
}

/** The path of the server that a document or an operation names. */
export function serverPath(servers: readonly { url: string }[]): string {
  return new URL(servers[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
}
