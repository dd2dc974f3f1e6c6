const DAY_SECONDS = 24 * 3600;

/** How long a token may live; the key is what the form sends. */
export const LIVES = {
  '1d': { text: '1 day', seconds: DAY_SECONDS },
  '30d': { text: '30 days', seconds: 30 * DAY_SECONDS },
  '90d': { text: '90 days', seconds: 90 * DAY_SECONDS },
  '1y': { text: '1 year', seconds: 365 * DAY_SECONDS },
} as const;

export type Life = keyof typeof LIVES;

export function isLife(text: string): text is Life {
  return Object.hasOwn(LIVES, text);
}
