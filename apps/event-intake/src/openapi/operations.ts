import { headerReferences, problemResponsesOf } from '@funnel/service';
import { JSON_TYPE, NDJSON_TYPE } from '../http/media-type.ts';
import { EXAMPLE_CATALOG } from './catalog-schema.ts';
import { EXAMPLE_EVENT, EXAMPLE_FOREIGN_EVENT } from './event-schema.ts';

export const PATHS = { events: '/v1/events', catalog: '/v1/catalog' } as const;

const ERRORS = [
  'unauthorized',
  'forbidden',
  'body_timeout',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const TEMPORARY_ERRORS = ['rate_limited', 'internal_error', 'overloaded', 'unavailable'] as const;

export const RECORD_EVENTS = {
  operationId: 'record_events',
  tags: ['Events'],
  summary: 'Record events',
  description:
    'Records the events that are new and refuses those that cannot be counted, each with its line. 200 means that everything is committed. If every event is refused, the answer is 422 `events_refused`, with the same members: remove the reasons before you send that body again. An event with a known `event_id` is not counted again, so a body can be sent as often as necessary. Scope: `events:write`.',
  security: [{ bearer: ['events:write'] }],
  requestBody: {
    required: true,
    description: 'At most 10 MiB and 100,000 events; at most 256 KiB and 1,000 values for one event.',
    content: {
      [JSON_TYPE]: {
        schema: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
        example: [EXAMPLE_EVENT, EXAMPLE_FOREIGN_EVENT],
      },
      [NDJSON_TYPE]: {
        schema: { type: 'string', description: 'One event per line.' },
        example: `${JSON.stringify(EXAMPLE_EVENT)}\n${JSON.stringify(EXAMPLE_FOREIGN_EVENT)}\n`,
      },
    },
  },
  responses: {
    '200': success('Everything is committed', 'EventSummary', {
      recorded: 1,
      repeated: 0,
      refused: 1,
      refusals: [
        { line: 2, code: 'foreign_website', reason: 'website_id: this token may not write to website 21' },
      ],
    }),
    ...problemResponsesOf([
      'invalid_json',
      ...ERRORS,
      'invalid_events',
      'events_refused',
      ...TEMPORARY_ERRORS,
    ]),
  },
};

export const PUT_CATALOG = {
  operationId: 'put_catalog',
  tags: ['Catalog'],
  summary: 'Change the catalog',
  description:
    'Creates and changes areas, campaigns, variants, steps and elements, and changes websites, by id. All of the document is written, or nothing. A token cannot create a website, and cannot change its account or its key. Counts as eight requests. Scope: `catalog:write`.',
  security: [{ bearer: ['catalog:write'] }],
  requestBody: {
    required: true,
    description: 'At most 10 MiB and 50,000 records; at most 256 KiB and 10,000 values for one record.',
    content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Catalog' }, example: EXAMPLE_CATALOG } },
  },
  responses: {
    '200': success('Everything is committed', 'CatalogSummary', {
      websites: 1,
      areas: 1,
      campaigns: 1,
      variants: 1,
      steps: 1,
      elements: 1,
      warnings: [],
    }),
    ...problemResponsesOf(['invalid_json', ...ERRORS, 'invalid_catalog', ...TEMPORARY_ERRORS]),
  },
};

function success(description: string, schema: string, example: object) {
  return {
    description,
    headers: headerReferences(['RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
    content: { [JSON_TYPE]: { schema: { $ref: `#/components/schemas/${schema}` }, example } },
  };
}
