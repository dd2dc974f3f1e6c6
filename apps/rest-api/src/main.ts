import { readConfigOrExit } from '@funnel/service';
import { runResourceServer } from '@funnel/service/resource-server';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);

await runResourceServer({
  name: 'rest-api',
  config,
  port: config.REST_API_PORT,
  portVariable: 'REST_API_PORT',
  wallClock: () => new Date(),
  resource: config.REST_API_RESOURCE,
  authentication: { allowLegacyKey: true },
  createApp: (parts) =>
    createApp({
      ...parts,
      encryptionKey: config.API_KEY_ENCRYPTION_KEY,
      notifications: config.NOTIFICATIONS_ENCRYPTION_KEY && {
        encryptionKey: config.NOTIFICATIONS_ENCRYPTION_KEY,
        privateReceivers: config.ALLOWED_PRIVATE_RECEIVERS,
      },
      allowedOrigins: config.ALLOWED_ORIGINS,
      baseUrl: config.REST_API_RESOURCE,
    }),
});
