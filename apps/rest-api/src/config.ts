import {
  allowedOrigins,
  apiKeyEncryptionKey,
  notifications,
  port,
  readReplica,
  resource,
  resourceServer,
  serviceConfig,
} from '@funnel/service';

export const configSchema = serviceConfig({
  ...resourceServer,
  ...readReplica,
  REST_API_PORT: port(3000),
  REST_API_RESOURCE: resource('http://127.0.0.1:3000'),
  API_KEY_ENCRYPTION_KEY: apiKeyEncryptionKey,
  ALLOWED_ORIGINS: allowedOrigins,
  ...notifications,
});
