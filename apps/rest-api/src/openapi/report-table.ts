import { TOOL_OPERATIONS, type ToolOperation } from '@funnel/operations';
import { z } from 'zod';
import { tablesOf } from '../csv/table.ts';

const HEAD = `// Generated from the operations: npm run -s generate
import type { components } from '@funnel/client';

type Schemas = components['schemas'];
`;

/** What pictures know of each report, as packages/report-view/src/generated/reports.ts holds it. */
export function reportTableText(): string {
  const reports = TOOL_OPERATIONS.map(reportOf);
  return `${HEAD}
export interface ReportBodies {
${reports.map(({ name, body }) => `  ${name}: ${body};`).join('\n')}
}

/** What pictures know of a report. */
export interface ReportPlace {
  tool: string;
  /** At the REST API. */
  path: string;
  /** In the dashboard. */
  page?: string;
  /** Of a report about one thing below a website. */
  level?: 'campaign' | 'variant' | 'step' | 'element';
  /** Whether the REST API has a file of it. */
  hasRows?: boolean;
}

export const REPORTS: Readonly<Record<keyof ReportBodies, ReportPlace>> = {
${reports.map(({ name, entry }) => `  ${name}: {\n${linesOf(entry)}\n  },`).join('\n')}
};
`;
}

function linesOf(entry: object): string {
  return Object.entries(entry)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => `    ${key}: ${typeof value === 'string' ? `'${value}'` : String(value)},`)
    .join('\n');
}

function reportOf(operation: ToolOperation) {
  const { name: tool, path, level, output } = operation;
  const { shape } = output as z.ZodObject;
  const { report } = shape;
  // The list of websites is the only body without a name: it is called like its list.
  const name = report instanceof z.ZodLiteral ? String(report.value) : (Object.keys(shape)[0] ?? tool);
  const schema = `Schemas['${z.globalRegistry.get(output)?.id}']`;
  return {
    name,
    body: report ? schema : `${schema} & { report: '${name}' }`,
    entry: {
      tool,
      path,
      page: pageOf(operation),
      level,
      hasRows: tablesOf(operation)({}) !== undefined,
    },
  };
}

/** Where the dashboard shows a report: below its website, or at the root; the list of websites has no page. */
function pageOf({ websiteRule, path }: ToolOperation): string | undefined {
  if (websiteRule === 'all') return undefined;
  if (websiteRule === 'some') return '/';
  return `/websites/{website_id}${path.replace('/reports', '').replace(/^\/website(?=\/|$)/, '')}`;
}
