import type { ServiceName } from '@funnel/admin';

/** A service that `npm start` runs from `apps/<app>/dist/main.js`. */
export interface ServiceDefinition {
  app: ServiceName;
  title: string;
  portVariable: string;
  defaultPort: number;
}

export const SERVICES: readonly ServiceDefinition[] = [
  { app: 'rest-api', title: 'REST API', portVariable: 'REST_API_PORT', defaultPort: 3000 },
  { app: 'mcp-server', title: 'Tool server (MCP)', portVariable: 'MCP_SERVER_PORT', defaultPort: 3001 },
  {
    app: 'authorization-server',
    title: 'Authorization server',
    portVariable: 'AUTHORIZATION_SERVER_PORT',
    defaultPort: 3002,
  },
  {
    app: 'insights-worker',
    title: 'Insights worker',
    portVariable: 'INSIGHTS_WORKER_PORT',
    defaultPort: 3003,
  },
  { app: 'event-intake', title: 'Event intake', portVariable: 'EVENT_INTAKE_PORT', defaultPort: 3004 },
  { app: 'dashboard', title: 'Reports', portVariable: 'DASHBOARD_PORT', defaultPort: 3005 },
];

/** The addresses of the local services, which tokens are bound to. */
export interface Addresses {
  AUTHORIZATION_SERVER_ISSUER: string;
  REST_API_RESOURCE: string;
  MCP_SERVER_RESOURCE: string;
  EVENT_INTAKE_RESOURCE: string;
  DASHBOARD_URL: string;
}

/**
 * Builds the addresses from the chosen ports; those that the environment gives stay. A service that is not started has the address
 * of its default port.
 */
export function addressesOf(
  ports: ReadonlyMap<ServiceDefinition, number>,
  env: NodeJS.ProcessEnv = {},
): Addresses {
  const url = (app: string) => {
    const service = SERVICES.find((definition) => definition.app === app);
    return `http://127.0.0.1:${service && (ports.get(service) ?? service.defaultPort)}`;
  };
  return {
    AUTHORIZATION_SERVER_ISSUER: env['AUTHORIZATION_SERVER_ISSUER'] || url('authorization-server'),
    REST_API_RESOURCE: env['REST_API_RESOURCE'] || url('rest-api'),
    MCP_SERVER_RESOURCE: env['MCP_SERVER_RESOURCE'] || `${url('mcp-server')}/mcp`,
    EVENT_INTAKE_RESOURCE: env['EVENT_INTAKE_RESOURCE'] || url('event-intake'),
    DASHBOARD_URL: env['DASHBOARD_URL'] || url('dashboard'),
  };
}
