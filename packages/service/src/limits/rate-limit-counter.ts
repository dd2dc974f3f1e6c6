import { Counter, type Registry } from 'prom-client';

const NAME = 'rate_limited_requests_total';

/** The metric of all rate limits of a service, by kind: credential, website, failed_credentials. */
export function rateLimitCounter(registry: Registry): Counter<'kind'> {
  const known = registry.getSingleMetric(NAME);
  if (known) return known as Counter<'kind'>;
  return new Counter({
    name: NAME,
    help: 'Requests answered with 429, by the limit they reached: credential, website, failed_credentials',
    labelNames: ['kind'],
    registers: [registry],
  });
}
