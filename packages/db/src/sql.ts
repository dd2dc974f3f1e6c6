/** For packages with SQL files. */
export { arrayLiteral, byteaArrayLiteral, plainArrayLiteral } from './connection/array-literal.ts';
export {
  arrays,
  bool,
  bytea,
  type Column,
  type Columns,
  enumType,
  float8,
  int4,
  int4Array,
  int4Literal,
  int8,
  json,
  jsonb,
  nullable,
  text,
  timestamptz,
  type ValuesOf,
} from './connection/column-types.ts';
export {
  type DeclaredStatement,
  declaredStatements,
  type RowOf,
  type Statement,
  statementsIn,
} from './connection/statement.ts';
