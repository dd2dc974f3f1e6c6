import { SETTINGS_SCOPES } from '@funnel/domain';
import { type Field, fieldsOf, type Operation } from '@funnel/operations';
import { withMeanings } from '@funnel/service';
import { CSV, tablesOf } from '../csv/table.ts';
import { withPaths } from '../http/operation-paths.ts';
import { DEMO_WEBSITE_ID, withDemoIds } from './demo-ids.ts';
import { responseHeaders } from './headers.ts';
import { problemResponses } from './problems.ts';
import { besideParameters } from './beside.ts';
import { MEANINGS } from './meanings.ts';
import { addBeside, type Components, inputSchema, outputSchema } from './schemas.ts';

/** An operation as OpenAPI describes it; named schemas are added to `components`. */
export function openApiOperation(operation: Operation, exampleAnswer: unknown, components: Components) {
  const { name, tag, title, summary, description, scope, body, example, parameters } = operation;
  const isReport = operation.caching === 'revalidate';
  const schema = outputSchema(operation.output, components);
  addBeside(operation, schema, components);
  const success = (text: string) => ({
    description: text,
    headers: responseHeaders(operation),
    content: {
      'application/json': {
        schema,
        ...(exampleAnswer === undefined ? {} : { example: exampleAnswer }),
      },
    },
    ...csvContent(operation),
  });
  return {
    operationId: name,
    tags: [tag],
    summary: title,
    description: withPaths(isReport ? `${summary}. ${description}` : `${description} Scope: \`${scope}\`.`),
    // A token with the scope, or the legacy key, which has no scopes.
    security: [{ bearer: [scope] }, ...(SETTINGS_SCOPES.includes(scope) ? [] : [{ apiKey: [] }])],
    parameters: [
      ...fieldsOf(parameters).map(([field, definition]) => openApiParameter(field, definition, operation)),
      ...(hasTable(operation) ? [FORMAT_PARAMETER] : []),
      ...fieldsOf(besideParameters(operation)).map(([field, definition]) =>
        openApiParameter(field, definition, operation),
      ),
      PREFER_PARAMETER,
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            description: 'At most 64 KiB.',
            content: {
              'application/json': { schema: withMeanings({ body }, MEANINGS).body, example: example.body },
            },
          },
        }
      : {}),
    responses: {
      '200': success(body ? 'Changed' : summary),
      ...(body ? { '201': success('Created') } : {}),
      ...(isReport
        ? { '304': { description: 'Not modified since the response whose ETag If-None-Match names.' } }
        : {}),
      ...problemResponses(operation),
    },
  };
}

const DEFAULT_EXAMPLES: Readonly<Record<string, unknown>> = { website_id: DEMO_WEBSITE_ID };

function openApiParameter(name: string, { schema, description, isRequired }: Field, operation: Operation) {
  const value = withDemoIds(operation.example.parameters[name], name) ?? DEFAULT_EXAMPLES[name];
  return {
    name,
    in: operation.path.includes(`{${name}}`) ? 'path' : 'query',
    required: isRequired,
    description: withPaths(description),
    schema: inputSchema(schema),
    ...(value === undefined ? {} : { example: value }),
  };
}

/** For people with a browser, which asks for HTML. */
const FORMAT_PARAMETER = {
  name: 'format',
  in: 'query',
  required: false,
  description: '`csv` returns the rows as a file, as `Accept: text/csv` does.',
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
};

const PREFER_PARAMETER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'RFC 7240: `handling=strict` makes an unknown parameter an error (422 `unknown_parameter`). By default it is ignored, and `Funnel-Notes` names it.',
  schema: { type: 'string' },
};

function hasTable(operation: Operation): boolean {
  const tables = tablesOf(operation);
  return (tables({}) ?? tables({ group_by: 'day' })) !== undefined;
}

/**
 * Describes CSV in an extension. A second media type beside JSON would make the answer a union of both in the types that
 * are generated from the document, although a client asks for one.
 */
function csvContent(operation: Operation): Record<string, unknown> {
  const tables = tablesOf(operation);
  const [list, series] = [tables({}), tables({ group_by: 'day' })];
  if (!list && !series) return {};
  const rows = [
    ...(series ? [`with group_by one row per point (\`${series.path.join('.')}\`)`] : []),
    ...(list ? [`${series ? 'without it ' : ''}one row per item of \`${list.path.join('.')}\``] : []),
  ].join(', ');
  const description = `RFC 4180: ${rows}; headers are JSON keys joined by dots. The last column, \`currency\`, is the currency of the row's website. Text that a spreadsheet would run as a formula is prefixed with an apostrophe.`;
  return { 'x-other-content': { [CSV]: { schema: { type: 'string', description } } } };
}
