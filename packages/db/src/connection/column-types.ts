declare const value: unique symbol;

/** A parameter or result column of a SQL file: its PostgreSQL type, and the TypeScript type of its values. */
export interface Column<Value> {
  /** As in `pg_type`; an array type ends in `[]`. */
  readonly type: string;
  readonly [value]?: Value;
}

/** Columns by name, in order. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** The values of some columns: the type of a result row, or of a statement's parameters. */
export type ValuesOf<Declared extends Columns> = {
  [Name in keyof Declared]: Declared[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(type: string): Column<Value> => ({ type });

export const bool = () => column<boolean>('bool');
export const bytea = () => column<Uint8Array>('bytea');
export const float8 = () => column<number>('float8');
export const int4 = <Value extends number = number>() => column<Value>('int4');
export const int4Array = <Value extends number = number>() => column<Value[]>('int4[]');
/** Text in JavaScript: a number could lose digits. */
export const int8 = () => column<string>('int8');
export const json = <Value>() => column<Value>('json');
export const jsonb = <Value>() => column<Value>('jsonb');
export const text = <Value extends string = string>() => column<Value>('text');
/** Text in JavaScript, since Drizzle turns off the parsing of dates on its client. */
export const timestamptz = () => column<string>('timestamptz');
/** A type created by `create type ... as enum`. */
export const enumType = <Value extends string>(name: string) => column<Value>(name);

/** A column that may be null. PostgreSQL does not describe this, so `verify:sql` cannot check it. */
export const nullable = <Value>(declared: Column<Value>): Column<Value | null> => ({ type: declared.type });
