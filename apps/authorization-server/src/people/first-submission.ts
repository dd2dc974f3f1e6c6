import type { Database } from '@funnel/db';
import { consumeThrottle } from '@funnel/identity';

const RULE = { limit: 1, windowSeconds: 24 * 3600 };

/** Reloading a page that a form has made sends the form again, which must not happen twice. `form` names its kind, its sender and its id. */
export async function isFirstSubmission(database: Database, form: string, now: Date): Promise<boolean> {
  return (await consumeThrottle(database, form, { ...RULE, now })).allowed;
}
