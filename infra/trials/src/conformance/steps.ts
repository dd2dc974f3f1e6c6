/** Thrown after a failed step was reported, to skip the steps that depend on it. */
class StepFailed extends Error {}

/** Runs and reports one step. */
export type Step = <Result>(title: string, work: () => Promise<Result> | Result) => Promise<Result>;

/** Runs steps and prints a line for each. Stops at the first failure; resolves with whether all passed. */
export async function runSteps(steps: (step: Step) => Promise<void>): Promise<boolean> {
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
    await steps(step);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    return false;
  }
}
