/** Bounds the rows of a field whose choices are unlimited; further values are counted under null. */
const VALUES_PER_FIELD_AND_DAY = 200;

/**
 * Returns the value under which a choice counts: itself, or null once a field has too many values on a day. `kept` are
 * the values of that field and day; a new one is added to it.
 * @example
 * const kept = new Set(['Bedroom']);
 * assert.equal(keptChoice('Kitchen', kept), 'Kitchen');
 * assert.ok(kept.has('Kitchen'));
 */
export function keptChoice(value: string | null, kept: Set<string>): string | null {
  if (value === null || kept.has(value)) return value;
  if (kept.size >= VALUES_PER_FIELD_AND_DAY) return null;
  kept.add(value);
  return value;
}
