import { LocalError } from '@funnel/servers';

/** Runs one step and prints a line with its time; a failure names the step. */
export async function step<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result> {
  const started = performance.now();
  try {
    const result = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`ok      ${title}${typeof result === 'string' ? `: ${result}` : ''} (${seconds} s)`);
    return result;
  } catch (error) {
    throw new LocalError(`FAILED  ${title}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
