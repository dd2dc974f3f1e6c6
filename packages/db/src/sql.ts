/** For packages with SQL files. */
export * from './connection/array-literal.ts';
export * from './connection/column-types.ts';
export * from './connection/statement.ts';
