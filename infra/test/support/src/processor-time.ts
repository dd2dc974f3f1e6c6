/** Processor time of this process in milliseconds: on a busy machine the clock would measure the others. */
type Measure = (work: () => unknown) => Promise<number>;

const ROUNDS = 3;

/** All that the work takes. */
export const processorMs: Measure = async (work) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** The longest turn of the event loop: for so long somebody else waits. */
export const longestTurnMs: Measure = async (work) => {
  let longest = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  const timer = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return longest;
};

/**
 * How many times as much some work takes as other work of the same process, however fast the machine is. Of several rounds
 * the least counts, because garbage is not collected in each.
 */
export async function timesAsMuch(
  measure: Measure,
  work: () => unknown,
  other: () => unknown,
): Promise<number> {
  let [least, leastOther] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    leastOther = Math.min(leastOther, await measure(other));
    least = Math.min(least, await measure(work));
  }
  return least / leastOther;
}
