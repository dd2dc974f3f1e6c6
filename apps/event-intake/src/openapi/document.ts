import { RESOURCE_SCOPES } from '@funnel/domain';
import { shareRepeated } from '@funnel/pages';
import { COMMON_HEADERS, VERSION, withMeanings } from '@funnel/service';
import { PATHS, PUT_CATALOG, RECORD_EVENTS } from './operations.ts';
import { catalogSchema } from './catalog-schema.ts';
import { EVENT_SCHEMA } from './event-schema.ts';
import { MEANINGS } from './meanings.ts';
import { CATALOG_SUMMARY_SCHEMA, EVENT_SUMMARY_SCHEMA, PROBLEM_SCHEMA } from './summary-schemas.ts';

export const TITLE = 'Funnel event intake';

const DESCRIPTION = `Takes the events and the catalog of websites. An event that was answered with 200 is in the next report.

A token covers the websites that were chosen when it was created, and nothing else can be written with it. Bodies have at most 10 MiB after decompression; \`Content-Encoding: gzip\` is accepted. Errors are RFC 9457 problem details. Requests are checked in this order: credential (401), rate limit (429), scope (403), media type (415), body (413, 400, 422).

After 429 and 503, and when the connection breaks, send the same body again: what was recorded before is not counted twice.`;

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: `An OAuth 2.1 access token for this service. Its scopes: ${RESOURCE_SCOPES.intake.join(', ')}. Tokens of the other services are not accepted here, nor the reverse.`,
};

/** Builds the OpenAPI 3.1 document; `baseUrl` is the address of the service as clients know it. */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Events', description: 'What visitors did.' },
      { name: 'Catalog', description: 'What exists: areas, campaigns, variants, steps and elements.' },
    ],
    paths: { [PATHS.events]: { post: RECORD_EVENTS }, [PATHS.catalog]: { put: PUT_CATALOG } },
    components: {
      securitySchemes: { bearer: BEARER },
      headers: COMMON_HEADERS,
      schemas: withMeanings(
        {
          Event: EVENT_SCHEMA,
          EventSummary: EVENT_SUMMARY_SCHEMA,
          Catalog: catalogSchema(),
          CatalogSummary: CATALOG_SUMMARY_SCHEMA,
          Problem: PROBLEM_SCHEMA,
        },
        MEANINGS,
      ),
    },
  };
}

/** The address of a service that `npm start` runs. */
const LOCAL_URL = 'http://127.0.0.1:3004';

/** The document as `contracts/event-intake.openapi.json` holds it. */
export function openApiText(): string {
  return `${JSON.stringify(shareRepeated(openApiDocument(LOCAL_URL)), null, 2)}\n`;
}
