const OTHER = 'other';

/**
 * Bounds the values of a metric's label: the first ones keep their name, all later ones share `other`. For names that
 * callers choose, such as those of OAuth clients: each value costs memory here and in Prometheus for ever.
 */
export function boundedLabel(maxValues: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= maxValues) return OTHER;
    known.add(value);
    return value;
  };
}
