import { milliseconds, port, resource, resourceServer, serviceConfig, visitorSecret } from '@funnel/service';

export const configSchema = serviceConfig({
  ...resourceServer,
  ...visitorSecret,
  EVENT_INTAKE_PORT: port(3004),
  EVENT_INTAKE_RESOURCE: resource('http://127.0.0.1:3004'),
  // Longer than elsewhere: a body may be large and its sender slow.
  REQUEST_TIMEOUT_MS: milliseconds({
    from: 100,
    to: 600_000,
    fallback: 30_000,
    meaning: 'a request that takes longer, its body included, gets 503',
  }),
});
