import { databaseUrl, serviceConfig } from '@funnel/service';
import { z } from 'zod';

const ENCRYPTION_KEY_BYTES = 32;

export const databaseConfig = serviceConfig({ DATABASE_URL: databaseUrl });

export const catalogConfig = serviceConfig({
  DATABASE_URL: databaseUrl,
  API_KEY_ENCRYPTION_KEY: z
    .base64()
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .refine((bytes) => bytes.length === ENCRYPTION_KEY_BYTES)
    .meta({ description: '32 random bytes in Base64, made with: openssl rand -base64 32', example: '...' }),
});
