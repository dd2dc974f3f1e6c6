import { statementsIn } from './connection/statement.ts';

/** Loads `sql/<name>.sql` of this package. */
export const statement = statementsIn(new URL('../sql/', import.meta.url));
