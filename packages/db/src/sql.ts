/** For packages that keep SQL files of their own. */
export { arrayLiteral, byteaArrayLiteral, plainArrayLiteral } from './connection/array-literal.ts';
export { type Statement, statementsIn } from './connection/statement.ts';
export { SKETCH_COLUMNS, type SketchColumns } from './metrics/sketch-columns.ts';
