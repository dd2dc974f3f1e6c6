const Z_95 = 1.959_963_984_540_054;

export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95 % interval of a share, after Wilson. Undefined where there is no share of viewers: nobody saw it, or more
 * conversions than viewers were counted.
 */
export function intervalOf(conversions: number, viewers: number): Interval | undefined {
  if (viewers <= 0 || conversions > viewers) return undefined;
  const share = conversions / viewers;
  const z2 = Z_95 ** 2 / viewers;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / viewers + z2 / (4 * viewers))) / (1 + z2);
  return { low: Math.max(0, 100 * (middle - half)), high: Math.min(100, 100 * (middle + half)) };
}
