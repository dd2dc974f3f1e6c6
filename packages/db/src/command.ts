/** For packages whose commands work on the database as a whole. */
export {
  COMPILE_NOTHING,
  openSession,
  SEARCH_PATH,
  type SessionOptions,
} from './connection/command-session.ts';
export { readAdvisoryHolder } from './connection/lock-holders.ts';
export { explainConnection, refusePooler } from './connection/pooler.ts';
export { pendingMigrations } from './schema/assert-migrated.ts';
export { type Migration, MIGRATIONS, readMigration } from './schema/migration-files.ts';
