import { Counter, Gauge, type Registry } from 'prom-client';
import type { Places } from './places.ts';

/** The places of one kind of requests, and those of their bodies that are being sent. */
interface Measured {
  places: Places;
  bodies: Places;
}

export type CapacityMetrics = ReturnType<typeof createCapacityMetrics>;

/** Creates the metrics, each by `lane`: the authorization server has places of their own for the other services. */
export function createCapacityMetrics(registry: Registry) {
  const lanes = new Map<string, Measured>();
  const gauge = (name: string, help: string, valueOf: (measured: Measured) => number) => {
    const metric: Gauge<'lane'> = new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect: () => {
        for (const [lane, measured] of lanes) metric.set({ lane }, valueOf(measured));
      },
    });
  };
  gauge('max_requests_in_work', 'How much weight is worked on at once', ({ places }) => places.max);
  gauge('requests_in_work', 'Weight of the requests that are worked on', ({ places }) => places.inWork);
  gauge('requests_queued', 'Requests that wait for their turn', ({ places }) => places.waiting);
  gauge(
    'request_bodies_arriving',
    'Weight of the requests whose bodies are being sent',
    ({ bodies }) => bodies.inWork,
  );
  gauge(
    'requests_blocked_seconds',
    'How long no place has been given back although requests are blocked',
    ({ places }) => places.blockedMs / 1000,
  );
  const refusals = new Counter({
    name: 'requests_refused_total',
    help: 'Requests answered with 503 because the service had too much to do',
    labelNames: ['lane'],
    registers: [registry],
  });
  return {
    observe(lane: string, measured: Measured) {
      lanes.set(lane, measured);
      refusals.inc({ lane }, 0);
    },
    refused: (lane: string) => refusals.inc({ lane }),
  };
}
