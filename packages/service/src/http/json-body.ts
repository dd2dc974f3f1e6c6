import { isUtf8 } from 'node:buffer';
import { requireShallowJson, ServiceError } from '@funnel/domain';

/** More than any message or contact needs, and few enough to walk through in some milliseconds. */
const MAX_VALUES = 5_000;

/**
 * The `verify` option of a body parser: refuses JSON that is nested too deeply or has too many values, before it is parsed. The
 * characters that count are ASCII, so the charset of the body does not matter.
 */
export function verifyJsonBody(_req: unknown, _res: unknown, body: Buffer, charset?: string): void {
  // Otherwise it would be changed to what nobody has sent.
  if (charset === 'utf-8' && !isUtf8(body))
    throw new ServiceError('invalid_json', 'The body is not UTF-8 text.');
  const { values } = requireShallowJson(body.toString('latin1'));
  if (values > MAX_VALUES)
    throw new ServiceError('payload_too_large', `The body has more than ${MAX_VALUES} values.`);
}
