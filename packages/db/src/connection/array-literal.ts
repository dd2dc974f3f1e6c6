type Item = string | number | bigint | null;

/**
 * A PostgreSQL array literal. Statements take columns of rows as such texts and cast them (`$1::text::int[]`):
 * one parameter a column, however many rows, and no array serializer in between.
 */
export function arrayLiteral(items: readonly Item[]): string {
  return `{${items.map((item) => (typeof item === 'string' ? quoted(item) : String(item ?? 'NULL'))).join(',')}}`;
}

/** The same for texts known to need no quoting: UUIDs, dates, numbers, enum values. */
export function plainArrayLiteral(items: readonly Item[]): string {
  return `{${items.join(',')}}`;
}

export function byteaArrayLiteral(items: readonly (Uint8Array | null)[]): string {
  return `{${items.map((item) => (item ? `"\\\\x${hex(item)}"` : 'NULL')).join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
