import { type Field, fieldsOf, TOOL_OPERATIONS, type ToolOperation } from '@funnel/operations';
import { z } from 'zod';
import { VIEW } from '../view/view-resource.ts';
import { type JsonSchema, outputSchemaOf } from './output-schema.ts';

interface InputSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, JsonSchema>;
  required?: string[];
}

const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Every tool as it is advertised, for every revision of the protocol, in the order in which they are listed. */
export const TOOLS = TOOL_OPERATIONS.map((operation) => ({
  name: operation.name,
  title: operation.title,
  description: descriptionOf(operation),
  inputSchema: inputSchemaOf(operation),
  outputSchema: outputSchemaOf(operation.output),
  annotations: READ_ONLY,
}));

const view = { ui: { resourceUri: VIEW.uri } };

/** The same tools for clients that show views: each names the page that draws its answer. */
export const TOOLS_WITH_VIEW = TOOLS.map((tool) => ({ ...tool, _meta: view }));

export function operationOfTool(name: string): ToolOperation | undefined {
  return TOOL_OPERATIONS.find((operation) => operation.name === name);
}

/** The list of tools as `contracts/tools.json` holds it. */
export function toolsText(): string {
  return `${JSON.stringify({ tools: TOOLS }, null, 2)}\n`;
}

function descriptionOf({ description, tool: { example } }: ToolOperation): string {
  return example ? `${description} Example: ${JSON.stringify(example)}` : description;
}

/** Only advertised: the operation's own parser validates, and ignores unknown arguments. */
function inputSchemaOf({ parameters }: ToolOperation): InputSchema {
  const fields = fieldsOf(parameters);
  const required = fields.flatMap(([name, { isRequired }]) => (isRequired ? name : []));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, propertyOf(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** What a model needs to fill in the argument, and no more: it reads the list on every turn. */
function propertyOf({ schema, hint }: Field): JsonSchema {
  const { type, items, enum: values, default: fallback } = z.toJSONSchema(schema, { io: 'input' });
  return {
    type,
    ...(items !== undefined && { items: { type: (items as JsonSchema)['type'] } }),
    ...(values !== undefined && { enum: values }),
    ...(fallback !== undefined && fallback !== false && { default: fallback }),
    description: hint,
  };
}
