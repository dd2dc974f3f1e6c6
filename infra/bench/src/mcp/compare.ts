import { putUnderLoad, type Target } from './load.ts';

/** How a variant does, the reference being 1. */
export interface Ratios {
  /** Answers per second. */
  pace: number;
  /** Answers per second of processor time in the serving process. */
  thrift: number;
}

interface Options {
  rounds: number;
  sliceMs: number;
  /** Seconds of processor time that the serving process has used. */
  cpuSeconds: () => Promise<number>;
}

/** Turn by turn, so that whatever else the machine does hits all alike: medians of the ratios of each round. */
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
  // The first rounds warm up.
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
      { pace: median(all.map(({ pace }) => pace)), thrift: median(all.map(({ thrift }) => thrift)) },
    ]),
  );
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
