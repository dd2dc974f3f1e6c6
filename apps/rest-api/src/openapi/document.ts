import { OPERATIONS, type Operation, readExampleAnswers, type Tag, VERSION } from '@funnel/operations';
import { shareRepeated } from '@funnel/pages';
import { PROBLEM_SCHEMA, withMeanings } from '@funnel/service';
import { API_PATH, basePathOf } from '../http/operation-paths.ts';
import { withDemoIds } from './demo-ids.ts';
import { HEADERS } from './headers.ts';
import { MEANINGS } from './meanings.ts';
import { openApiOperation } from './operation.ts';
import type { Components } from './schemas.ts';
import { openApiWebhooks } from './webhooks.ts';

export const TITLE = 'Funnel Reporting Service';

const DESCRIPTION = `Reports on the funnel of marketing campaigns: views, conversions, completions, submissions, subscribes, orders and revenue of websites, campaigns, variants, steps and elements.

Drill down from the website to campaigns, variants, steps and elements: each response contains the ids of the next level. Windows are whole UTC days. Rates are percentages of views, 0 to 100; money is in the currency of the website.

The API also manages contacts and returns the campaigns, the areas and the record of a website.

Responses are JSON by default. For reports, \`format=csv\` or \`Accept: text/csv\` returns the rows of lists and series, or JSON if there are none. Errors are always RFC 9457 problem details. Requests are checked in this order: credential (401), scope (403), website (400, 404, 422), parameters (422), body (400, 413, 415, 422), resource (404). Unknown parameters are ignored and named in the header \`Funnel-Notes\`; with \`Prefer: handling=strict\` they are errors. Repeated parameters other than \`website_ids\` are rejected, and empty parameters are treated as missing.`;

const TAGS: Record<Tag, string> = {
  Reports: 'Read-only. Scope: `reports`.',
  Areas: 'Scope: `areas:read`.',
  Contacts: 'Scopes: `contacts:read` to read, `contacts:write` to change and delete.',
  Campaigns: 'Scope: `ctas:read`.',
  Website: 'Scope: `websites:read`. The response contains a secret.',
  'Beyond v1':
    'Not part of v1: paths of their own, below `/api/beyond-v1`. They may change with a new minor version. Scope: `reports`.',
  Notifications:
    'Who is told what: channels, their logs, mutes, and what is broken. Not part of v1: below `/api/beyond-v1`. Scope: `notifications`. A legacy key does not have it.',
  Embedding:
    'Which pages may show the reports of an account. Not part of v1: below `/api/beyond-v1`. Scope: `embedding`, with a token that covers all that its person may see.',
  'Share links':
    'Links that show the reports of one website or campaign to people without an account. They belong to people: only the token of a person will do. Not part of v1: below `/api/beyond-v1`. Scope: `sharing`.',
};

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An OAuth 2.1 access token with the scope of the operation, bound to the websites that were chosen when it was authorized. Write access does not include read access.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Legacy: `api_key=KEY`, the whole value of the header. Accepted until the website has its first OAuth token; not restricted by scopes.',
  },
};

/** The address of a service that `npm start` runs. */
const LOCAL_URL = 'http://127.0.0.1:3000';

/** Builds the OpenAPI 3.1 document from the operations; `baseUrl` is the address of the service as clients know it. */
export function openApiDocument(baseUrl = LOCAL_URL) {
  const schemas: Components = { Problem: PROBLEM_SCHEMA };
  const answers: Partial<Record<string, unknown>> = readExampleAnswers();
  const paths: Record<string, Record<string, ReturnType<typeof openApiOperation>>> = {};
  for (const operation of OPERATIONS as readonly Operation[]) {
    const { name, path, method } = operation;
    const described = openApiOperation(operation, withDemoIds(answers[name]), schemas);
    const base = basePathOf(operation);
    const elsewhere = base === API_PATH ? {} : { servers: [{ url: `${baseUrl}${base}` }] };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...described, ...elsewhere } };
  }
  const webhooks = openApiWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}${API_PATH}` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      schemas: withMeanings(schemas, MEANINGS),
    },
  };
}

/** The document as `contracts/openapi.json` holds it. */
export function openApiText(): string {
  return `${JSON.stringify(shareRepeated(openApiDocument()), null, 2)}\n`;
}

export { reportTableText } from './report-table.ts';
export { SAMPLES } from './samples.ts';
