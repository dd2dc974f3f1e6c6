import { describeServiceGuarantees } from '@funnel/testing/service-guarantees';
import { fileURLToPath } from 'node:url';

describeServiceGuarantees({
  service: 'mcp-server',
  script: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  portVariable: 'MCP_SERVER_PORT',
  env: { INTROSPECTION_CLIENT_SECRET: 'i'.repeat(40) },
  paths: { path: '/', bodyPath: '/mcp', longPath: '/' },
});
