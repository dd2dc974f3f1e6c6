import { SamplingDecision } from '@opentelemetry/sdk-trace-node';
import { describe, expect, test } from '@jest/globals';
import { tracesPerSecond } from '../src/observability/traces-per-second.ts';

/** A sampler with a clock that the test moves. */
function samplerOf(limit: number) {
  let now = 1_000;
  const { sampler, isReached } = tracesPerSecond(limit, () => now);
  return {
    wait: (seconds: number) => (now += seconds * 1_000),
    isReached,
    /** How many of so many new traces are recorded. */
    recordedOf: (traces: number) =>
      Array.from({ length: traces }, () => sampler.shouldSample()).filter(
        ({ decision }) => decision === SamplingDecision.RECORD_AND_SAMPLED,
      ).length,
  };
}

describe('traces per second', () => {
  test('a quiet service records everything', () => {
    const { wait, recordedOf, isReached } = samplerOf(1);
    for (let minute = 0; minute < 10; minute++) {
      expect(isReached()).toBe(false);
      expect(recordedOf(5)).toBe(5);
      expect(isReached()).toBe(true);
      wait(60);
    }
  });

  test('a busy one records as many as the limit, on average', () => {
    const { wait, recordedOf } = samplerOf(3);
    recordedOf(1_000);
    let recorded = 0;
    for (let tick = 0; tick < 100 * 60; tick++) {
      wait(0.01);
      recorded += recordedOf(4);
    }
    expect(recorded).toBeGreaterThanOrEqual(3 * 60 - 1);
    expect(recorded).toBeLessThanOrEqual(3 * 60);
  });

  test('0 records none', () => {
    const { wait, recordedOf } = samplerOf(0);
    wait(3_600);
    expect(recordedOf(10)).toBe(0);
  });
});
