import { onSecurityEvent, SECURITY_EVENT_KINDS } from '@funnel/identity';
import type { Logger } from '@funnel/service';

/** Also writes security events to the log, for systems that watch it. Returns a function that stops it. */
export function logSecurityEvents(logger: Logger): () => void {
  return onSecurityEvent((event) =>
    logger.info({ securityEvent: event }, `security event: ${SECURITY_EVENT_KINDS[event.kind]}`),
  );
}
