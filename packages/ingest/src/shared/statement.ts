import { statementsIn } from '@funnel/db/sql';

/** Loads `sql/<name>.sql` of this package. */
export const statement = statementsIn(new URL('../../sql/', import.meta.url));
