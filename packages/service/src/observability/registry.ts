import { collectDefaultMetrics, Registry } from 'prom-client';

/** Creates a registry with the metrics of the process. Services add their own metrics. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
