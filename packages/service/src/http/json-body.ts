import { requireShallowJson, ServiceError } from '@funnel/domain';

/** More than any message or contact needs, and few enough to walk through in some milliseconds. */
const MAX_VALUES = 5_000;

/**
 * The `verify` option of a body parser: refuses JSON that is nested too deeply or has too many values, before it is parsed. The
 * characters that count are ASCII, so the charset of the body does not matter.
 */
export function verifyJsonBody(_req: unknown, _res: unknown, body: Buffer): void {
  const { values } = requireShallowJson(body.toString('latin1'));
  if (values > MAX_VALUES)
    throw new ServiceError('payload_too_large', `The body has more than ${MAX_VALUES} values.`);
}
