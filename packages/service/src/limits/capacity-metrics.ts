import { Counter, Gauge, type Registry } from 'prom-client';
import type { Places } from './places.ts';

/** Measures the places of a service. */
export interface CapacityMetrics {
  /** Measures the places of one kind of requests. */
  observe(lane: string, places: Places): void;
  /** Counts a refusal. */
  refused(lane: string): void;
}

/** Creates the metrics, each by `lane`: the authorization server has places of their own for the other services. */
export function createCapacityMetrics(registry: Registry): CapacityMetrics {
  const lanes = new Map<string, Places>();
  const gauge = (name: string, help: string, valueOf: (places: Places) => number) => {
    const metric: Gauge<'lane'> = new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect: () => {
        for (const [lane, places] of lanes) metric.set({ lane }, valueOf(places));
      },
    });
  };
  gauge('max_requests_in_work', 'How much weight is worked on at once', ({ max }) => max);
  gauge('requests_in_work', 'Weight of the requests that are worked on', ({ inWork }) => inWork);
  gauge('requests_queued', 'Requests that wait for their turn', ({ waiting }) => waiting);
  gauge(
    'requests_blocked_seconds',
    'How long no place has been given back although requests are blocked',
    ({ blockedMs }) => blockedMs / 1000,
  );
  const refusals = new Counter({
    name: 'requests_refused_total',
    help: 'Requests answered with 503 because the service had too much to do',
    labelNames: ['lane'],
    registers: [registry],
  });
  return {
    observe(lane, places) {
      lanes.set(lane, places);
      refusals.inc({ lane }, 0);
    },
    refused: (lane) => refusals.inc({ lane }),
  };
}
