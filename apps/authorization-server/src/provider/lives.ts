const HOUR = 3600;
const DAY = 24 * HOUR;

/** In seconds. */
export const LIVES = {
  accessToken: HOUR,
  /** Counted anew with every rotation. */
  refreshToken: 30 * DAY,
  authorizationCode: 60,
  /** After this a client has to ask its person again, however often it refreshed. */
  grant: 365 * DAY,
  interaction: HOUR / 4,
  /** Carries one authorization from login to answer; who is logged in is a matter of `people`. */
  session: HOUR / 4,
  idToken: HOUR,
  /** A client's document outlives every grant made on it. */
  clientMetadata: 400 * DAY,
} as const;

/** Real hosts refresh from several places at once and retry late: within it a rotated refresh token works again. */
export const ROTATION_GRACE_SECONDS = 120;
