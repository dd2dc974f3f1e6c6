const HOUR = 3600;
const DAY = 24 * HOUR;

/** How long each kind of record is valid, in seconds. */
export const LIFETIMES = {
  accessToken: HOUR,
  /** Starts again with every rotation. */
  refreshToken: 30 * DAY,
  authorizationCode: 60,
  /** After this time a client must ask its user again, however often it refreshed. */
  grant: 365 * DAY,
  /** The longest session of the dashboard: somebody who leaves it open signs in again after a week. */
  dashboardGrant: 7 * DAY,
  interaction: HOUR / 4,
  /** The session of oidc-provider, used for one authorization; `people` knows who is signed in. */
  session: HOUR / 4,
  idToken: HOUR,
  /** Longer than a grant, so that a client's document is available as long as its tokens. */
  clientMetadata: 400 * DAY,
} as const;

/** A rotated refresh token gives the same successor for this long, because real clients refresh concurrently and retry. */
export const ROTATION_GRACE_SECONDS = 30;

/** The lifetimes that a person can choose on the token page; the key is what the form sends. */
export const TOKEN_LIFETIMES = {
  '1d': { text: '1 day', seconds: DAY },
  '30d': { text: '30 days', seconds: 30 * DAY },
  '90d': { text: '90 days', seconds: 90 * DAY },
  '1y': { text: '1 year', seconds: 365 * DAY },
} as const;

/** The seconds of the life that a form chooses; undefined for one that is not among these. */
export function chosenSeconds(
  lifetimes: Readonly<Record<string, { seconds: number }>>,
  key: string,
): number | undefined {
  return Object.hasOwn(lifetimes, key) ? lifetimes[key]?.seconds : undefined;
}
