/** The part of a JSON Schema that the page shows. */
export interface JsonSchema {
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  $ref?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
}

export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

export function referredName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** The name of the schema of a body, or of the entries of its list. */
export function nameOfBody(schema: JsonSchema): string | undefined {
  return referredName(schema.items ?? schema);
}
