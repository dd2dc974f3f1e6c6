import { median } from '../bench-context.ts';
import { putUnderLoad, type Target } from './load.ts';

/** A variant compared to the reference, which is 1. */
export interface Ratios {
  /** Responses per second. */
  pace: number;
  /** Responses per second of CPU time of the server. */
  thrift: number;
}

interface Options {
  rounds: number;
  sliceMs: number;
  /** The CPU time that the server has used so far. */
  cpuSeconds: () => Promise<number>;
}

/** Measures in turns, so that other load on the machine affects all alike. Returns the medians of the ratios. */
export async function compare(
  reference: Target,
  variants: Record<string, Target>,
  { rounds, sliceMs, cpuSeconds }: Options,
): Promise<Record<string, Ratios>> {
  const measure = async (target: Target): Promise<Ratios> => {
    const before = await cpuSeconds();
    const { answers, seconds } = await putUnderLoad(target, sliceMs);
    return { pace: answers / seconds, thrift: answers / ((await cpuSeconds()) - before) };
  };

  const ratios: Record<string, Ratios[]> = {};
  // The first rounds are for warming up.
  for (let round = -3; round < rounds; round++) {
    const base = await measure(reference);
    for (const [name, target] of Object.entries(variants)) {
      const { pace, thrift } = await measure(target);
      if (round >= 0) (ratios[name] ??= []).push({ pace: pace / base.pace, thrift: thrift / base.thrift });
    }
  }
  return Object.fromEntries(
    Object.entries(ratios).map(([name, all]) => [
      name,
      {
        pace: median(
          all.map(({ pace }) => pace),
          2,
        ),
        thrift: median(
          all.map(({ thrift }) => thrift),
          2,
        ),
      },
    ]),
  );
}
