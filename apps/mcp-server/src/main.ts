import { readConfigOrExit } from '@funnel/service';
import { runResourceServer } from '@funnel/service/resource-server';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { SCOPE } from './http/authenticate.ts';
import { metadataUrlOf } from './http/resource-metadata.ts';

const config = readConfigOrExit(configSchema, process.env);

await runResourceServer({
  name: 'mcp-server',
  config,
  port: config.MCP_SERVER_PORT,
  portVariable: 'MCP_SERVER_PORT',
  wallClock: () => new Date(),
  resource: config.MCP_SERVER_RESOURCE,
  authentication: {
    resourceMetadataUrl: metadataUrlOf(config.MCP_SERVER_RESOURCE),
    challengeScopes: [SCOPE],
  },
  createApp: (parts) =>
    createApp({
      ...parts,
      resource: config.MCP_SERVER_RESOURCE,
      allowedHosts: config.ALLOWED_HOSTS,
      allowedOrigins: config.ALLOWED_ORIGINS,
    }),
});
