import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@funnel/domain';

export const JSON_TYPE = 'application/json';
export const NDJSON_TYPE = 'application/x-ndjson';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

/** The media type of the body; throws a ServiceError (415) if it is not allowed. Text must be UTF-8. */
export function requireMediaType<Type extends string>(req: IncomingMessage, allowed: readonly Type[]): Type {
  const header = req.headers['content-type'] ?? '';
  const given = header.split(';', 1)[0]?.trim().toLowerCase();
  const type = allowed.find((name) => name === given);
  if (!type) {
    const detail = `Send the body with Content-Type: ${allowed.join(' or ')}.`;
    throw new ServiceError('unsupported_media_type', detail, { allowed });
  }
  if (!UTF_8.test(CHARSET.exec(header)?.[1] ?? 'utf-8'))
    throw new ServiceError('unsupported_media_type', 'Send the body in UTF-8.');
  return type;
}
