export { migrateDatabase } from './migrations/migrate-database.ts';
export { MigrationError } from './migrations/migration-error.ts';
export { ACCESS, type Access, WEBSITE_TABLES } from './roles/access.ts';
export { readQueueObjects } from './roles/remove-planted.ts';
export { createServiceRoles } from './roles/create-roles.ts';
export {
  SERVICE_NAMES,
  SERVICE_ROLES,
  type ServiceName,
  serviceDatabaseUrl,
} from './roles/service-roles.ts';
export { distributeDatabase, DistributionError } from './distribute.ts';
export { partitionEvents } from './partition-events.ts';
export { resealApiKeys } from './reseal-api-keys.ts';
export { beginVisitorSecrets } from './begin-visitor-secrets.ts';
export { resealChannels } from './reseal-channels.ts';
