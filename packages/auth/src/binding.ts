import { isId } from '@funnel/domain';

/**
 * The websites a token is bound to: a claim that is an array of website ids, ascending and without repeats.
 * Anything else (missing, empty, one entry malformed) binds to no website: never to all, never to a guess.
 */
export function readBinding(claims: Readonly<Record<string, unknown>>, claimName: string): number[] {
  const claim = claims[claimName];
  if (!Array.isArray(claim) || !claim.every(isId)) return [];
  return [...new Set<number>(claim)].sort((a, b) => a - b);
}
