import {
  allowedOrigins,
  httpUrl,
  listOf,
  port,
  readReplica,
  resourceServer,
  serviceConfig,
} from '@funnel/service';

export const configSchema = serviceConfig({
  ...resourceServer,
  ...readReplica,
  MCP_SERVER_PORT: port(3001),
  MCP_SERVER_RESOURCE: httpUrl
    .regex(/^[^#?]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default('http://127.0.0.1:3001/mcp')
    .meta({
      meaning: 'the address of `/mcp` as its clients know it: the audience of its tokens',
      description: 'an http or https address; https in production',
      example: 'https://tools.example.com/mcp',
    }),
  ALLOWED_HOSTS: listOf(/\[[\da-f:.]+\]|[a-z\d.-]+/).meta({
    meaning: 'allowed values of `Host`, in addition to the host of `MCP_SERVER_RESOURCE` and loopback',
    description: 'host names without port, separated by commas, or nothing',
    example: 'tools.example.com,tools.internal',
  }),
  ALLOWED_ORIGINS: allowedOrigins,
});
