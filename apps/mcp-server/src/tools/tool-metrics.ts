import { boundedLabel, Counter, Histogram, type Registry } from '@funnel/service';

/** What became of a tool call: answered, refused because of its arguments or limits, or failed by our fault. */
export type ToolOutcome = 'answered' | 'refused' | 'failed';

export interface ToolMetrics {
  /** A call begins; returns what to call at its end. */
  start(tool: string, clientId: string | null): (outcome: ToolOutcome) => void;
}

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Anybody can register an OAuth client, so only so many have a name of their own in the metrics. */
const MAX_CLIENTS = 20;

/** Registers the metrics of tools: durations by tool, calls by tool, client and outcome. */
export function createToolMetrics(registry: Registry): ToolMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'tool_call_duration_seconds',
    help: 'Time to answer a tool call, by tool',
    labelNames: ['tool'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const calls = new Counter({
    name: 'tool_calls_total',
    help: 'Tool calls by tool, OAuth client (the first 20; the rest is other) and outcome: answered, refused, failed',
    labelNames: ['tool', 'client', 'outcome'],
    registers,
  });
  const clientOf = boundedLabel(MAX_CLIENTS);
  return {
    start(tool, clientId) {
      const stopTimer = duration.startTimer({ tool });
      return (outcome) => {
        stopTimer();
        calls.inc({ tool, client: clientId === null ? 'none' : clientOf(clientId), outcome });
      };
    },
  };
}
