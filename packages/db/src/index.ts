export { hashApiKey, newApiKey, openApiKey, sealApiKey } from './api-key.ts';
export {
  type AuthorizationStore,
  createAuthorizationStore,
  type StoredAccessToken,
  type StoredRecord,
} from './authorization/authorization-store.ts';
export { deleteExpired, deleteUnusedClients } from './authorization/clean-up.ts';
export {
  type IssuedPersonalToken,
  issuePersonalToken,
  listPersonalTokens,
  noteTokenUse,
  PERSONAL_TOKEN_CLIENT_ID,
  type PersonalToken,
  type PersonalTokenRequest,
  revokePersonalToken,
} from './authorization/personal-tokens.ts';
export type { RecordPayload } from './authorization/record-payload.ts';
export { hashSecret } from './authorization/secret-hash.ts';
export { type CatalogOptions, type CatalogSummary, importCatalog } from './catalog/import-catalog.ts';
export { CatalogError } from './catalog/parse-catalog.ts';
export { type Database, type DatabaseOptions, openDatabase } from './connection/database.ts';
export { assertMigrated, migrateDatabase } from './connection/migrations.ts';
export { INGEST_FORMATS, type IngestFormat, UnreadableFileError } from './ingest/decoder.ts';
export { type IngestOptions, type IngestSummary, type RefusedLine, ingest } from './ingest/ingest.ts';
export { pruneLedger } from './ingest/prune-ledger.ts';
export { type RecordedEvents, type RefusedEvent, recordEvents } from './ingest/record-events.ts';
export {
  type FieldRow,
  type ProductBreakdownRow,
  readElementFields,
  readElementProducts,
} from './rollups/read-breakdowns.ts';
export { type RollupQuery, type RollupRead, type RollupRow, readRollups } from './rollups/read-rollups.ts';
export { endApiKeys } from './legacy-key/end-api-keys.ts';
export { type ApiKeyWebsite, findWebsiteByApiKey } from './legacy-key/find-website-by-api-key.ts';
export { type DemoState, isDatabaseEmpty, readDemoState } from './demo/load/demo-state.ts';
export { type DemoOptions, DemoRefusedError, type DemoSummary, loadDemo } from './demo/load/load-demo.ts';
export { hashPassword, PASSWORD_MIN_LENGTH, verifyPassword } from './people/password.ts';
export { createSession, deleteSession, findSession } from './people/sessions.ts';
export {
  consumeThrottle,
  deleteThrottles,
  refundThrottle,
  type ThrottleOptions,
  type ThrottleResult,
  type ThrottleRule,
} from './people/throttle.ts';
export {
  addMembership,
  createUser,
  type CreateUserResult,
  findUser,
  findUserByEmail,
  type NewUser,
  normalizeEmail,
  type User,
  type UserWithPassword,
} from './people/users.ts';
export { type UserWebsite, websitesOfUser } from './people/websites-of-user.ts';
export { websiteNames } from './websites/website-names.ts';
export { readSnapshotMetrics } from './report-reads/read-snapshot-metrics.ts';
export {
  type CampaignRow,
  readCampaign,
  readCampaigns,
  readElement,
  readExperiments,
  readSnapshot,
  readStep,
  readVariant,
  readWebsites,
  type Snapshot,
  type WebsiteFacts,
  withSnapshot,
} from './report-reads/report-reads.ts';
export { CONTACT_TEXT_FIELDS, type Contact, type ContactTextField } from './contacts/contact.ts';
export { deleteContact } from './contacts/delete-contact.ts';
export { type ContactQuery, listContacts } from './contacts/list-contacts.ts';
export { type ContactChange, type UpsertResult, upsertContact } from './contacts/upsert-contact.ts';
export { type Area, listAreas } from './records/list-areas.ts';
export { type CtaRow, type CtaVariantRow, readCta } from './records/read-cta.ts';
export { readWebsiteRecord, type WebsiteRecord } from './records/read-website-record.ts';
export { type Funnel, readFunnels } from './insights/read-funnels.ts';
export { listMissingSnapshots, listWebsiteIds, type WebsiteWeek } from './insights/snapshot-weeks.ts';
export { type FrozenSubject, type NewSnapshot, writeSnapshot } from './insights/write-snapshot.ts';
