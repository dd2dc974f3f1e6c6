const DAY_SECONDS = 86_400;

/** How long a link may live; the key is what the form sends. */
export const LINK_LIFETIMES = {
  '1d': { text: '1 day', seconds: DAY_SECONDS },
  '7d': { text: '7 days', seconds: 7 * DAY_SECONDS },
  '30d': { text: '30 days', seconds: 30 * DAY_SECONDS },
  '90d': { text: '90 days', seconds: 90 * DAY_SECONDS },
  '1y': { text: '1 year', seconds: 365 * DAY_SECONDS },
} as const;

/** A key of `LINK_LIFETIMES`. */
export type LinkLifetime = keyof typeof LINK_LIFETIMES;

/** Whether the form sent a known lifetime. */
export function isLinkLifetime(text: string): text is LinkLifetime {
  return Object.hasOwn(LINK_LIFETIMES, text);
}
