import { SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace-node';

/** Seconds without a trace are saved up, but not longer. */
const MAX_SAVED_SECONDS = 5;

export type TraceLimit = ReturnType<typeof tracesPerSecond>;

/**
 * Records so many new traces a second on average. A service that was quiet for some seconds records the next few all at once,
 * so that a person who tries something sees everything. A busy one pays a bounded price.
 */
export function tracesPerSecond(limit: number, now: () => number = () => performance.now()) {
  const most = limit * MAX_SAVED_SECONDS;
  let [saved, at] = [most, now()];
  /** Whether a new trace would not be recorded now. */
  const isReached = () => {
    const before = at;
    at = now();
    saved = Math.min(most, saved + (limit * (at - before)) / 1000);
    return saved < 1;
  };
  /** For the SDK. It needs to know nothing of a trace. */
  const shouldSample = (): SamplingResult => {
    if (isReached()) return { decision: SamplingDecision.NOT_RECORD };
    saved -= 1;
    return { decision: SamplingDecision.RECORD_AND_SAMPLED };
  };
  return { sampler: { shouldSample, toString: () => `TracesPerSecond{${limit}}` }, isReached };
}
