export { type ApiKeyWebsite, endApiKeys, findWebsiteByApiKey } from './api-keys/legacy-keys.ts';
export { hashApiKey, newApiKey, openApiKey, type SealedApiKey, sealApiKey } from './api-keys/seal-api-key.ts';
export {
  type Connection,
  type Database,
  type DatabaseOptions,
  inReadTransaction,
  openDatabase,
  type Orm,
  ormOn,
} from './connection/database.ts';
export { cancelOnAbort } from './connection/running-statements.ts';
export { assertMigrated, migrateDatabase } from './connection/migrations.ts';
export { CONTACT_TEXT_FIELDS, type Contact, type ContactTextField } from './contacts/contact.ts';
export { type ContactQuery, listContacts } from './contacts/list-contacts.ts';
export {
  type ContactChange,
  deleteContact,
  type UpsertResult,
  upsertContact,
} from './contacts/write-contact.ts';
export { raiseDataVersion } from './data-version.ts';
export {
  type FieldRow,
  type ProductBreakdownRow,
  readElementFields,
  readElementProducts,
} from './metrics/read-breakdowns.ts';
export { type FieldOfDay, fieldKey, readFieldValues } from './metrics/read-field-values.ts';
export { type FrozenMetricsRow, readFrozenMetrics } from './metrics/read-frozen-metrics.ts';
export { forgetEstimates } from './metrics/estimate-cache.ts';
export { readUpperBounds } from './metrics/read-upper-bounds.ts';
export { type Metrics, type MetricsQuery, type PeriodCounts, readMetrics } from './metrics/read-metrics.ts';
export type { SubjectSelection } from './metrics/subjects.ts';
export { type Area, listAreas } from './records/list-areas.ts';
export { type CtaRow, type CtaVariantRow, readCta } from './records/read-cta.ts';
export { readWebsiteRecord, type WebsiteRecord } from './records/read-website-record.ts';
export * from './records/read-funnel.ts';
export { type InsightsSnapshot, readInsightsSnapshot } from './records/read-insights-snapshot.ts';
export { readWebsites, type WebsiteFacts } from './records/read-websites.ts';
export { websiteNames } from './records/website-names.ts';
