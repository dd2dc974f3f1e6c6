import { bytea } from '@funnel/db/sql';
import { statement } from '../statement.ts';

/** Deletes a grant and its websites, which invalidates all of its tokens. */
export const endGrant = statement('end-grant', { grantIdHash: bytea() }, {});
