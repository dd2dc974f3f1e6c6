import type { Report } from '@funnel/operations';
import { CSV, tablesOf } from '../csv/table.ts';
import { EXAMPLES } from './examples.ts';
import { headersOf } from './headers.ts';
import { outputSchema, type SharedSchemas } from './output-schema.ts';
import { parameterOf } from './parameter.ts';
import { reportProblems } from './problems.ts';
import { securityOf } from './security.ts';

/** One report as an operation; schemas that answers share go to `shared`. */
export function operationOf(report: Report, shared: SharedSchemas) {
  const { tool, title, summary, description, path, parameters } = report;
  const example = EXAMPLES[tool];
  if (!example) throw new Error(`The operation ${tool} lacks an example`);
  return {
    operationId: tool,
    tags: ['Reports'],
    summary: title,
    description: `${summary}. ${description}`,
    security: securityOf('reports'),
    parameters: Object.values(parameters).map((parameter) => parameterOf(parameter, path, example)),
    responses: {
      '200': {
        description: summary,
        headers: headersOf(report),
        content: {
          'application/json': { schema: outputSchema(report.output, shared), example: example.answer },
          ...csvContent(report),
        },
      },
      '304': { description: 'Nothing has changed since the answer with the ETag that If-None-Match names.' },
      ...reportProblems(report),
    },
  };
}

function csvContent(report: Report): Record<string, unknown> {
  const tables = tablesOf(report);
  const [list, series] = [tables({}), tables({ group_by: 'day' })];
  if (!list && !series) return {};
  const rows = [
    ...(series ? [`with group_by a row per point (\`${series.path.join('.')}\`)`] : []),
    ...(list ? [`${series ? 'without it ' : ''}a row per item of \`${list.path.join('.')}\``] : []),
  ].join(', ');
  const description = `RFC 4180: ${rows}; headers are the JSON keys joined by dots. A text that a spreadsheet would take for a formula is preceded by an apostrophe.`;
  return { [CSV]: { schema: { type: 'string', description } } };
}
