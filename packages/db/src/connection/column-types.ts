declare const value: unique symbol;

/** A parameter or result column of a SQL file: its PostgreSQL type, and the TypeScript type of its values. */
export interface Column<Value> {
  /** As in `pg_type`; an array type ends in `[]`. */
  readonly type: string;
  readonly [value]?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** The values of some columns: the type of a result row, or of a statement's parameters. */
export type ValuesOf<Declared extends Columns> = {
  [Name in keyof Declared]: Declared[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(type: string): Column<Value> => ({ type });

export const bool = () => column<boolean>('bool');
export const bytea = () => column<Uint8Array>('bytea');
export const float8 = () => column<number>('float8');
/** An integer; name a branded type for ids, as in `int4<WebsiteId>()`. */
export const int4 = <Value extends number = number>() => column<Value>('int4');
export const int4Array = <Value extends number = number>() => column<Value[]>('int4[]');
/** The same as a parameter, such as `{1,2}`: unlike from a cast text, Citus sees which machines have the websites. */
export const int4Literal = () => column<string>('int4[]');
/** A big integer, as text: a JavaScript number could lose digits. */
export const int8 = () => column<string>('int8');
/** A JSON value; its type is not checked. */
export const json = <Value>() => column<Value>('json');
export const jsonb = <Value>() => column<Value>('jsonb');
/** A text; name a union if only some values are possible. */
export const text = <Value extends string = string>() => column<Value>('text');
/** Columns of many rows: each is the literal of an array, with an entry for each row. */
export const arrays = <const Names extends readonly string[]>(...names: Names) =>
  alike<Names[number], string>(names, text());
export const alike = <Name extends string, Value>(names: readonly Name[], one: Column<Value>) =>
  Object.fromEntries(names.map((name) => [name, one])) as Record<Name, Column<Value>>;
/** A time, as text: Drizzle turns off the parsing of dates on its client. */
export const timestamptz = () => column<string>('timestamptz');
export const enumType = <Value extends string>(name: string) => column<Value>(name);

/** Makes a column nullable. PostgreSQL does not describe this, so `verify:sql` cannot check it. */
export const nullable = <Value>(declared: Column<Value>): Column<Value | null> => ({ type: declared.type });
