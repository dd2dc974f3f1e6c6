import type { Principal } from '@funnel/auth';
import { trustedWebsiteId } from '@funnel/domain';

/** A caller that may read the reports of one website: checking tokens is not part of these measurements. */
export function benchPrincipal(websiteId: number): Principal {
  return {
    kind: 'oauth',
    subject: null,
    clientId: null,
    websiteIds: [trustedWebsiteId(websiteId)],
    scopes: new Set(['reports']),
    expiresAt: null,
    budgetKey: '',
  };
}
