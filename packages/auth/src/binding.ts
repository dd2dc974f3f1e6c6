import { isId, trustedWebsiteId, type WebsiteId } from '@funnel/domain';

/**
 * Reads the websites a token is bound to: a claim that is an array of website ids, returned ascending without
 * duplicates. Anything else (missing, empty, one malformed entry) binds to no website: never to all, never to a guess.
 */
export function readBinding(claims: Readonly<Record<string, unknown>>, claimName: string): WebsiteId[] {
  const claim = claims[claimName];
  if (!Array.isArray(claim) || !claim.every(isId)) return [];
  return [...new Set<number>(claim)].sort((a, b) => a - b).map(trustedWebsiteId);
}

/**
 * Reads the campaigns a token is limited to. Undefined if it is not limited; anything but an array of ids limits it to none.
 */
export function readCampaigns(claims: Readonly<Record<string, unknown>>): number[] | undefined {
  const claim = claims['campaign_ids'];
  if (claim === undefined || claim === null) return undefined;
  return Array.isArray(claim) && claim.every(isId) ? claim : [];
}
