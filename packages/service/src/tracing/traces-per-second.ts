import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace-node';

const WINDOW_MS = 1000;

/**
 * Records so many new traces in each second, and no more. So a quiet service records everything, and a busy one pays a bounded
 * price: a recorded trace costs as much as a fifth of a request.
 */
export function tracesPerSecond(limit: number): Sampler {
  let startedAt = Number.NEGATIVE_INFINITY;
  let recorded = 0;
  return {
    shouldSample() {
      const now = performance.now();
      if (now - startedAt >= WINDOW_MS) {
        startedAt = now;
        recorded = 0;
      }
      recorded += 1;
      return {
        decision: recorded <= limit ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      };
    },
    toString: () => `TracesPerSecond{${limit}}`,
  };
}
