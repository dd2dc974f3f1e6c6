/** Cents as PostgreSQL numeric text: 1234n -> "12.34". */
export function centsToNumeric(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
