import { databasePoolMax, databaseUrl, port, serviceConfig } from '@funnel/service';

export const configSchema = serviceConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
  REST_API_PORT: port(3000),
});
