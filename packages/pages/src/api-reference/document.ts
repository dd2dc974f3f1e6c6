/** The part of an OpenAPI document that its page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: Readonly<Record<string, unknown>>;
}

/** An operation of a document. */
export interface DescribedOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters?: readonly DescribedParameter[];
  requestBody?: { description?: string; content: Readonly<Record<string, { example?: unknown }>> };
  responses: Readonly<Record<string, DescribedResponse>>;
}

/** A parameter of an operation. */
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
  content?: Readonly<Record<string, { example?: unknown; examples?: Readonly<Record<string, Example>> }>>;
}

interface Example {
  value?: { detail?: string };
  summary?: string;
}
