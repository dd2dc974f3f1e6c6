const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A session ends after this time without a request: the same as at the authorization server. */
export const IDLE_MS = 12 * HOUR_MS;
/** A session ends after this time in any case. */
export const ABSOLUTE_MS = 7 * DAY_MS;
/** A session is extended at most this often, so that most requests do not write. */
export const EXTEND_EVERY_MS = 5 * MINUTE_MS;
/** Sessions of a person at once. With one more, the oldest ends. */
export const MAX_SESSIONS = 20;
/** How long a person may take to sign in. */
export const ATTEMPT_MS = 15 * MINUTE_MS;
/** An access token that ends so soon is replaced before it is used. */
export const REFRESH_BEFORE_MS = 30_000;
