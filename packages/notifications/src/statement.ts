import { statementsIn } from '@funnel/db/sql';

export const statement = statementsIn(new URL('../sql/', import.meta.url));
