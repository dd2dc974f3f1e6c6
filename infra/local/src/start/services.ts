import type { ServiceName } from '@funnel/admin';

/** A service that `npm start` runs from `apps/<app>/dist/main.js`. */
export interface ServiceDefinition {
  app: ServiceName;
  title: string;
  portVariable: string;
  defaultPort: number;
}

/** All services, in the order in which they are listed. */
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
];
