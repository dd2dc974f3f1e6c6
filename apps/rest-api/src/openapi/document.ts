import { REPORTS, RESOURCES } from '@funnel/operations';
import { API_PATH } from '../reports/report-routes.ts';
import { HEADERS } from './headers.ts';
import { operationOf } from './operation.ts';
import type { SharedSchemas } from './output-schema.ts';
import { PROBLEM_SCHEMA } from './problems.ts';
import { RESOURCE_TAGS, resourceOperation } from './resource-operation.ts';
import { SECURITY_SCHEMES } from './security.ts';

const DESCRIPTION = `Reports on the funnel of marketing campaigns: views, conversions, completions, submissions, subscribes, orders and revenue of websites, campaigns, variants, steps and elements.

Drill down from the website to campaigns, variants, steps and elements: each answer has the ids of the next level. Windows are whole UTC days. Rates are percent, 0 to 100, over views; money is in the currency of the website.

Beside the reports stand the contacts, campaigns, areas and the record of a website.

JSON is the default; for reports \`Accept: text/csv\` gives the rows of lists and series, and JSON where there are none. Errors are RFC 9457 problem details whatever is accepted. Checked in this order: credential (401), scope (403), website (400, 404, 422), parameters (422), body (400, 413, 415, 422), resource (404). Unknown parameters are ignored; one given twice is refused; one given empty counts as absent.`;

/** OpenAPI 3.1, made of the definitions of reports and resources. */
export function openApiDocument() {
  const schemas: SharedSchemas = { Problem: PROBLEM_SCHEMA };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const report of REPORTS) paths[report.path] = { get: operationOf(report, schemas) };
  for (const resource of RESOURCES) {
    const { path, method } = resource;
    paths[path] = { ...paths[path], [method.toLowerCase()]: resourceOperation(resource, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Funnel Reporting Service',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_PATH }],
    tags: [{ name: 'Reports', description: 'Read-only. Scope: `reports`.' }, ...RESOURCE_TAGS],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      schemas,
    },
  };
}
