import { apiKeyEncryptionKey, port, resourceServer, serviceConfig } from '@funnel/service';
import { z } from 'zod';

/** The environment variables of the REST API. */
export const configSchema = serviceConfig({
  ...resourceServer,
  REST_API_PORT: port(3000),
  REST_API_RESOURCE: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^#]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default('http://127.0.0.1:3000')
    .meta({
      description: 'the address of this service, as its clients know it',
      example: 'https://api.example.com',
    }),
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
});
