import { fieldsOf, type Operation } from '@funnel/operations';
import { problemResponsesOf } from '@funnel/service';
import { besideParameters } from './beside.ts';

/** Every problem that an operation can respond with, by status. */
export function problemResponses(operation: Operation): Record<string, unknown> {
  const { body, websiteRule, parameters, errors } = operation;
  return problemResponsesOf([
    ...(body ? (['invalid_json'] as const) : []),
    ...(websiteRule === 'one' ? (['website_id_required'] as const) : []),
    'unauthorized',
    'forbidden',
    ...(websiteRule === 'all' ? [] : (['not_found'] as const)),
    ...(body ? (['body_timeout', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    'unknown_parameter',
    ...fieldsOf(parameters).flatMap(([, { codes }]) => codes),
    ...fieldsOf(besideParameters(operation)).flatMap(([, { codes }]) => codes),
    ...errors,
    'rate_limited',
    'internal_error',
    'overloaded',
    'unavailable',
  ]);
}
