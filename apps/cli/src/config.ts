import { databaseUrl, serviceConfig } from '@funnel/service';
import { z } from 'zod';

export const databaseConfig = serviceConfig({ DATABASE_URL: databaseUrl });

export const catalogConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  API_KEY_ENCRYPTION_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .meta({ description: '32 random bytes in Base64, made with: openssl rand -base64 32', example: '...' }),
});
