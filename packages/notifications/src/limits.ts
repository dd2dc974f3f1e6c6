import type { Limit } from '@funnel/db';

/** Confirmation mails to one address, of all people together: nobody can flood an address. */
export const ASKED: Limit = { name: 'asked', most: 3, seconds: 86_400 };
/** Strangers whom a person has asked, whatever became of it. */
export const ASKING: Limit = { name: 'asking', most: 5, seconds: 3_600 };
/** The same request. */
export const REPEATED: Limit = { name: 'repeated', most: 1, seconds: 86_400 };
/** Test messages of a person or an account, to whatever channels. */
export const TESTED: Limit = { name: 'tested', most: 10, seconds: 3_600 };
/** After this, what was counted limits nothing any more. */
export const LONGEST_LIMIT_DAYS = 1;
