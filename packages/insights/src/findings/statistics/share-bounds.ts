import { extraVariance, proportionOf, type Share } from './share.ts';

/** Three standard errors: one share in 700 lies above its upper bound, so that a few dozen may be looked at. */
const Z = 3;

/** Between which proportions the true one surely lies (Wilson's score interval), sketches' error included. */
export function boundsOf(share: Share): { low: number; high: number } {
  if (share.of === 0) return { low: 0, high: 1 };
  const proportion = proportionOf(share);
  const binomial = (proportion * (1 - proportion)) / share.of;
  // As if fewer had been asked: by as many as the sketches' error is worth.
  const size = binomial > 0 ? (share.of * binomial) / (binomial + extraVariance(share)) : share.of;
  const centre = proportion + Z ** 2 / (2 * size);
  const margin = Z * Math.sqrt((proportion * (1 - proportion)) / size + Z ** 2 / (4 * size ** 2));
  const scale = 1 + Z ** 2 / size;
  return { low: Math.max(0, (centre - margin) / scale), high: Math.min(1, (centre + margin) / scale) };
}
