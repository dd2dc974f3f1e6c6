/** Measures one contender once: milliseconds, or answers per second. */
export type Measure = () => Promise<number>;

/** Measures contenders in turns (A, B, A, B), so that other work on the machine affects all alike. */
export async function inTurns<Name extends string>(
  contenders: Readonly<Record<Name, Measure>>,
  { rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of names) {
      const value = await contenders[name]();
      if (round >= 0) measured[name].push(value);
    }
  }
  return measured;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
