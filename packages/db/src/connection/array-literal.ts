type Scalar = string | number | bigint | null;
export type Item = Scalar | boolean | readonly Item[];

/** Formats an array literal: SQL files take a column of many rows as one such text, and cast it (`$1::text::int[]`). */
export function arrayLiteral(items: readonly Item[]): string {
  return `{${items.map((item) => (typeof item === 'string' ? quoted(item) : plain(item))).join(',')}}`;
}

/** The same for values that need no quotes: UUIDs, dates, numbers, enum values. */
export function plainArrayLiteral(items: readonly Scalar[]): string {
  return `{${items.join(',')}}`;
}

/** The same for bytes, such as sketches. */
export function byteaArrayLiteral(items: readonly (Uint8Array | null)[]): string {
  return `{${items.map((item) => (item ? `"\\\\x${hex(item)}"` : 'NULL')).join(',')}}`;
}

function plain(item: Exclude<Item, string>): string {
  if (item === null) return 'NULL';
  return typeof item === 'object' ? arrayLiteral(item) : String(item);
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
