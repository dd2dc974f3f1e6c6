/** Folds all the time, counts every request in Redis, and notices a queue that hangs soon. */
export const SETTINGS = {
  FOLD_INTERVAL_MS: '100',
  FOLD_MIN_EVENTS: '50',
  FOLD_MAX_AGE_MS: '300',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_WEBSITE: '1000000',
  HEARTBEAT_INTERVAL_MS: '1000',
};
