import { fileURLToPath } from 'node:url';
import type { ServiceUnderTest } from '@funnel/testing/service-guarantees';

/** How this service is started as a process. */
export const thisService: ServiceUnderTest = {
  service: 'mcp-server',
  script: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  portVariable: 'MCP_SERVER_PORT',
  env: { INTROSPECTION_CLIENT_SECRET: 'i'.repeat(40) },
  paths: { path: '/', bodyPath: '/mcp', longPath: '/' },
};
