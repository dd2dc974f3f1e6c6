import { REPORTS, type Report } from '@funnel/operations';
import { type JsonSchema, outputSchemaOf } from './output-schema.ts';
import { EXAMPLES, PARAMETER_TEXTS } from './tool-texts.ts';

/** A tool as it is advertised. Knows no SDK: every revision of the protocol is served from it. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: InputSchema;
  outputSchema: JsonSchema & { type: 'object' };
  annotations: typeof READ_ONLY;
}

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

/** In the order of spec 4.5. */
export const TOOLS: readonly ToolDefinition[] = REPORTS.map(toTool);

const reportsByTool: ReadonlyMap<string, Report> = new Map(REPORTS.map((report) => [report.tool, report]));

export function reportOfTool(name: string): Report | undefined {
  return reportsByTool.get(name);
}

function toTool(report: Report): ToolDefinition {
  return {
    name: report.tool,
    title: report.title,
    description: descriptionOf(report),
    inputSchema: inputSchemaOf(report),
    outputSchema: { ...outputSchemaOf(report.output), type: 'object' },
    annotations: READ_ONLY,
  };
}

function descriptionOf({ tool, description }: Report): string {
  const example = EXAMPLES[tool];
  return example ? `${description} Example: ${JSON.stringify(example)}` : description;
}

/**
 * Advertised only: the report's own parser checks, so that the codes of spec section 7 reach the caller. Open, as
 * JSON Schema is where it does not say otherwise: unknown arguments are ignored.
 */
function inputSchemaOf({ tool, parameters }: Report): InputSchema {
  const entries = Object.entries(parameters);
  const required = entries.flatMap(([name, { isRequired }]) => (isRequired ? name : []));
  const properties = entries.map(([name, { schema }]) => [name, propertyOf(tool, name, schema)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as InputSchema['properties'],
    ...(required.length > 0 && { required }),
  };
}

function propertyOf(tool: string, name: string, schema: JsonSchema): JsonSchema {
  const { type, items, enum: values, default: fallback } = schema;
  const description = PARAMETER_TEXTS[`${tool}.${name}`] ?? PARAMETER_TEXTS[name] ?? schema['description'];
  return {
    type,
    ...(items !== undefined && { items: { type: (items as JsonSchema)['type'] } }),
    ...(values !== undefined && { enum: values }),
    ...(fallback !== undefined && fallback !== false && { default: fallback }),
    ...(description !== '' && { description }),
  };
}
