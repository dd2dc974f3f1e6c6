import { REPORTS } from '@funnel/reports';
import { API_PATH } from '../reports/report-routes.ts';
import { HEADERS } from './headers.ts';
import { operationOf } from './operation.ts';
import type { SharedSchemas } from './output-schema.ts';
import { PROBLEM_SCHEMA } from './problems.ts';

const DESCRIPTION = `Reports on the funnel of marketing campaigns: views, conversions, completions, submissions, subscribes, orders and revenue of websites, campaigns, variants, steps and elements.

Drill down from the website to campaigns, variants, steps and elements: each answer has the ids of the next level. Windows are whole UTC days. Rates are percent, 0 to 100, over views; money is in the currency of the website.

JSON is the default; \`Accept: text/csv\` gives the rows of lists and series, and JSON where there are none. Errors are RFC 9457 problem details whatever is accepted. Checked in this order: credential (401), scope (403), website (400, 404, 422), parameters (422), resource (404). Unknown parameters are ignored; one given twice is refused; one given empty counts as absent.`;

/** OpenAPI 3.1, made of the reports' definitions. */
export function openApiDocument() {
  const schemas: SharedSchemas = { Problem: PROBLEM_SCHEMA };
  const paths = Object.fromEntries(
    REPORTS.map((report) => [report.path, { get: operationOf(report, schemas) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Funnel Reporting Service',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_PATH }],
    tags: [{ name: 'Reports', description: 'Read-only. Scope: `reports`.' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An OAuth 2.1 access token with the scope `reports`, bound to the websites that were chosen when it was authorized.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            'Legacy: `api_key=KEY`, the whole value of the header. Accepted until the website has its first OAuth token; not restricted by scopes.',
        },
      },
      headers: HEADERS,
      schemas,
    },
  };
}
