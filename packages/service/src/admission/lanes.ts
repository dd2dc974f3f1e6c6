import type { IncomingMessage } from 'node:http';
import type { Registry } from 'prom-client';
import { type Capacity, type CapacityOptions, createCapacity } from './capacity.ts';
import { createCapacityMetrics } from './capacity-metrics.ts';

export interface LanesOptions extends Omit<CapacityOptions, 'metrics' | 'lane'> {
  /** Whether a request comes from another service. These have places of their own, which callers cannot take. */
  isFromService?: ((req: IncomingMessage) => boolean) | undefined;
  registry: Registry;
}

/** Creates the capacity for callers and, if there are any, for other services. */
export function createLanes({ isFromService, registry, ...options }: LanesOptions): Capacity {
  const metrics = createCapacityMetrics(registry);
  const callers = createCapacity({ ...options, metrics, lane: 'callers' });
  if (!isFromService) return callers;
  const services = createCapacity({ ...options, metrics, lane: 'services' });
  return {
    guard(handler, exempt) {
      const [forCallers, forServices] = [callers.guard(handler, exempt), services.guard(handler, exempt)];
      return (req, res) => (isFromService(req) ? forServices : forCallers)(req, res);
    },
    blockedMs: () => Math.max(callers.blockedMs(), services.blockedMs()),
  };
}
