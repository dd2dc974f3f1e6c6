import { statementsIn } from './connection/statement.ts';

export const statement = statementsIn(new URL('../sql/', import.meta.url));
