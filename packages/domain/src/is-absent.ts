/**
 * Whether a parameter was omitted: null, "" and [] count as omitted.
 * @example
 * assert.equal(isAbsent(''), true);
 * assert.equal(isAbsent(0), false);
 */
export function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
