import { PROBLEM_SCHEMA as COMMON_PROBLEM_SCHEMA } from '@funnel/service';
import { MAX_LISTED_REFUSALS } from '../events/event-summary.ts';

const counts = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 0 }]));

const REFUSAL_SCHEMA = {
  type: 'object',
  required: ['line', 'code', 'reason'],
  properties: {
    line: { type: 'integer', minimum: 1, description: 'The line, or the position in the array.' },
    code: { type: 'string', description: 'Stable, for programs.' },
    reason: { type: 'string', description: 'What is wrong, with the name of the field.' },
  },
};

/** The answer to events, for the component `EventSummary`. */
export const EVENT_SUMMARY_SCHEMA = {
  type: 'object',
  required: ['recorded', 'repeated', 'refused', 'refusals'],
  properties: {
    recorded: { type: 'integer', minimum: 0, description: 'Events that are new. They are committed.' },
    repeated: { type: 'integer', minimum: 0, description: 'Events that were recorded before.' },
    refused: { type: 'integer', minimum: 0, description: 'Events that cannot be counted as they are.' },
    refusals: {
      type: 'array',
      maxItems: MAX_LISTED_REFUSALS,
      description: `The first ${MAX_LISTED_REFUSALS} refused events.`,
      items: REFUSAL_SCHEMA,
    },
    refusals_omitted: {
      type: 'integer',
      minimum: 1,
      description: 'How many more were refused; only if the list is not complete.',
    },
    ignored_keys: {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1 },
      description:
        'How often events had keys that no event has, by name; only if there are any. They are ignored, and probably misspelt.',
    },
    ignored_keys_omitted: {
      type: 'integer',
      minimum: 1,
      description: 'How often further such names occurred; only if not all are listed.',
    },
  },
};

const CATALOG_COUNTS = ['websites', 'areas', 'campaigns', 'variants', 'steps', 'elements'];

/** The answer to a catalog document, for the component `CatalogSummary`. */
export const CATALOG_SUMMARY_SCHEMA = {
  type: 'object',
  required: [...CATALOG_COUNTS, 'warnings'],
  properties: {
    ...counts(CATALOG_COUNTS),
    warnings: { type: 'array', items: { type: 'string' }, description: 'Unknown fields, which are ignored.' },
  },
};

/** The body of every error, for the component `Problem`. With `events_refused` it has the members of a summary. */
export const PROBLEM_SCHEMA = {
  ...COMMON_PROBLEM_SCHEMA,
  properties: {
    ...COMMON_PROBLEM_SCHEMA.properties,
    problems: {
      type: 'array',
      items: { type: 'string' },
      description: 'Every problem of a catalog document, each with its path.',
    },
    ...EVENT_SUMMARY_SCHEMA.properties,
  },
};
