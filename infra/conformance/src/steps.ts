/** Thrown after a step failed and was reported: what follows it makes no sense. */
class StepFailed extends Error {}

export type Step = <Result>(title: string, work: () => Promise<Result> | Result) => Promise<Result>;

/** Runs a way of steps, a line for each, up to the first that fails; tells whether none did. */
export async function walk(way: (step: Step) => Promise<void>): Promise<boolean> {
  const step: Step = async (title, work) => {
    try {
      const result = await work();
      console.log(`  ok      ${title}${typeof result === 'string' ? `: ${result}` : ''}`);
      return result;
    } catch (error) {
      console.log(`  failed  ${title}: ${error instanceof Error ? error.message : String(error)}`);
      throw new StepFailed(title);
    }
  };
  try {
    await way(step);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    return false;
  }
}
