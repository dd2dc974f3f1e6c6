/** Maps values to pixels so that the same factor is the same distance. */
export interface LogScale {
  at(value: number): number;
  /** The powers of ten within the scale. */
  ticks: number[];
}

/** A scale from the power of ten below the smallest value to the one above the largest. */
export function logScale(values: readonly number[], [from, to]: [number, number]): LogScale {
  const usable = values.filter((value) => value > 0 && Number.isFinite(value));
  const low = Math.floor(Math.log10(Math.min(...usable, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...usable, 1))));
  return {
    at: (value) => {
      const share = (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low);
      return from + share * (to - from);
    },
    ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
  };
}
