import type { Sql } from 'postgres';
import { arrayLiteral, type Item } from './array-literal.ts';

/**
 * The arrays of PostgreSQL's own types, by their numbers, which are the same in every database, and how an item is read. A client
 * would otherwise ask for them on every new connection, before anything else. Arrays of other types are texts such as `{a,b}`.
 */
const ITEMS: Readonly<Record<number, (text: string) => unknown>> = {
  1000: (text) => text === 't', // bool[]
  1003: String, // name[]
  1005: Number, // int2[]
  1007: Number, // int4[]
  1009: String, // text[]
  1015: String, // varchar[]
  1016: String, // int8[]: a number could lose digits
  1021: Number, // float4[]
  1022: Number, // float8[]
  1028: Number, // oid[]
  2951: String, // uuid[]
};
const TOKEN = /"((?:[^"\\]|\\.)*)"|[^{},"]+|[{}]/gs;

/** For `postgres`, together with `knowArrays`. */
export const ASK_FOR_NO_TYPES = { fetch_types: false };

export function knowArrays({ options }: Sql): void {
  for (const [type, itemOf] of Object.entries(ITEMS)) {
    options.parsers[Number(type)] = (text: string) => parseArray(text, itemOf);
    // A text is a literal already.
    options.serializers[Number(type)] = (value: string | readonly Item[]) =>
      typeof value === 'string' ? value : arrayLiteral(value);
  }
}

function parseArray(text: string, itemOf: (text: string) => unknown): unknown {
  const open: unknown[][] = [[]];
  for (const [token, quoted] of text.matchAll(TOKEN)) {
    const inner: unknown[] = [];
    if (token === '}') open.pop();
    else open.at(-1)?.push(token === '{' ? inner : parseItem(token, quoted, itemOf));
    if (token === '{') open.push(inner);
  }
  return open[0]?.[0];
}

function parseItem(token: string, quoted: string | undefined, itemOf: (text: string) => unknown): unknown {
  if (quoted !== undefined) return itemOf(quoted.replace(/\\(.)/gs, '$1'));
  return token === 'NULL' ? null : itemOf(token);
}
