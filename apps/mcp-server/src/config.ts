import { port, resourceServer, serviceConfig } from '@funnel/service';
import { z } from 'zod';

/** The environment variables of the tool server. */
export const configSchema = serviceConfig({
  ...resourceServer,
  MCP_SERVER_PORT: port(3001),
  MCP_SERVER_RESOURCE: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^#?]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default('http://127.0.0.1:3001/mcp')
    .meta({
      description: 'the address of this service, as its clients know it',
      example: 'https://tools.example.com/mcp',
    }),
  ALLOWED_HOSTS: listOf(/\[[\da-f:.]+\]|[a-z\d.-]+/).meta({
    description: 'host names without port, separated by commas, or nothing',
    example: 'tools.example.com,tools.internal',
  }),
  ALLOWED_ORIGINS: listOf(/https?:\/\/[^/\s,]+/).meta({
    description: 'origins of browser clients, separated by commas, or nothing',
    example: 'https://app.example.com',
  }),
});

/** A comma-separated list whose entries match the pattern, in lower case. */
function listOf({ source }: RegExp) {
  return z
    .string()
    .regex(new RegExp(`^(${source})( *, *(${source}))*$`, 'i'))
    .transform((text) => text.toLowerCase().split(/ *, */))
    .default([]);
}
