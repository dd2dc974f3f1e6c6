const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type CleanUp = () => unknown;

/**
 * Runs a command that starts servers. `defer` registers what stops them: it runs in reverse order when the command
 * ends, fails, receives a signal, or when its output is no longer read (`| head`).
 */
export async function interruptible(
  command: (defer: (cleanUp: CleanUp) => void) => Promise<number>,
): Promise<number> {
  const cleanUps: CleanUp[] = [];
  let interrupt = () => {};
  const interrupted = new Promise<'interrupted'>((resolve) => {
    interrupt = () => resolve('interrupted');
  });
  const streams = [process.stdout, process.stderr];
  for (const signal of SIGNALS) process.on(signal, interrupt);
  for (const stream of streams) stream.on('error', interrupt);

  let outcome: number | 'interrupted' = 'interrupted';
  try {
    outcome = await Promise.race([command((cleanUp) => cleanUps.push(cleanUp)), interrupted]);
  } finally {
    // A clean-up may be registered while others run: the command goes on until the process exits.
    for (let next = cleanUps.pop(); next; next = cleanUps.pop()) await next();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    if (outcome !== 'interrupted') for (const stream of streams) stream.off('error', interrupt);
  }
  return outcome === 'interrupted' ? process.exit(130) : outcome;
}
