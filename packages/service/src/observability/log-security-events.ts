import { onSecurityEvent, SECURITY_EVENT_KINDS } from '@funnel/db';
import type { Logger } from './logger.ts';

/** Logs what this process adds to the audit log, for systems that watch the log. Returns a function that stops it. */
export function logSecurityEvents(logger: Logger): () => void {
  return onSecurityEvent((event) =>
    logger.info({ securityEvent: event }, `security event: ${SECURITY_EVENT_KINDS[event.kind]}`),
  );
}
