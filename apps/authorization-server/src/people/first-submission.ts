import { randomBytes } from 'node:crypto';
import type { Database } from '@funnel/db';
import { consumeThrottle } from '@funnel/identity';

const RULE = { limit: 1, windowSeconds: 24 * 3600 };
const FORM_ID = /^[\w-]{22}$/;

/** Identifies a form that is shown. */
export function newFormId(): string {
  return randomBytes(16).toString('base64url');
}

/** Whether a form sent the id of a form that was shown. */
export function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}

/** Reloading a page that a form has made sends the form again, which must not happen twice. `form` names its kind, its sender and its id. */
export async function isFirstSubmission(database: Database, form: string, now: Date): Promise<boolean> {
  return (await consumeThrottle(database, form, { ...RULE, now })).allowed;
}
