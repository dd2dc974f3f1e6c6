import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace-node';

/** Seconds without a trace are saved up, but not longer. */
const MAX_SAVED_SECONDS = 5;

/**
 * Records so many new traces a second on average. A service that was quiet for some seconds records the next few all at once,
 * so that a person who tries something sees everything. A busy one pays a bounded price.
 */
export function tracesPerSecond(limit: number, now: () => number = () => performance.now()): Sampler {
  const most = limit * MAX_SAVED_SECONDS;
  let [saved, at] = [most, now()];
  const mayRecord = () => {
    const before = at;
    at = now();
    saved = Math.min(most, saved + (limit * (at - before)) / 1000);
    if (saved < 1) return false;
    saved -= 1;
    return true;
  };
  return {
    shouldSample: () => ({
      decision: mayRecord() ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `TracesPerSecond{${limit}}`,
  };
}
