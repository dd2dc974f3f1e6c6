export { seal, unseal } from './seal.ts';
export {
  type Connection,
  type Database,
  inReadTransaction,
  inWebsiteTransaction,
  openDatabase,
  type Orm,
  ormOn,
} from './connection/database.ts';
export type { SessionOptions } from './connection/command-session.ts';
export { type LockHolder, readWaits, type SessionWaits } from './connection/lock-holders.ts';
export { statePerson } from './connection/stated-websites.ts';
export type { Pooler } from './connection/pooler.ts';
export { isDistributed, onlyOne, websiteGroups } from './machines/distributed.ts';
export { type Cache, type CacheKind, type CacheUse, Memory } from './memory/memory.ts';
export { memoryOf, scopeOf } from './memory/memory-of.ts';
export { observeDatabase } from './connection/observer.ts';
export { openReadReplica, type ReadReplica } from './connection/read-replica.ts';
export { readTls, SSL_MODES, unverifiedHost } from './connection/tls.ts';
export { readByKey } from './connection/read-by-key.ts';
export { cancelOnAbort } from './connection/running-statements.ts';
export { untilAborted } from './connection/until-aborted.ts';
export { isTemporaryFailure } from './connection/temporary-failure.ts';
export { assertMigrated } from './schema/assert-migrated.ts';
export { askMachines } from './machines/ask-machines.ts';
export { assertWorkers } from './machines/assert-workers.ts';
export * from './visitor-secrets/visitor-secrets.ts';
export { raiseDataVersion, raiseRecorded, type RecordedEvents } from './data-version.ts';
export * from './records/access-events.ts';
export * from './records/security-events.ts';
export * from './records/embed-origins.ts';
export { type MemberRole, rolesOfPerson } from './records/roles-of-person.ts';
export { IS_OWNER, ownsAccount } from './records/owners.ts';
export { type TokenLifeLimit, tokenLifeLimits } from './records/token-life-limits.ts';
export { type Limit, requireUse, takeUse } from './records/take-use.ts';
export { type PendingState, pendingStateOf } from './records/pending-state.ts';
export { accountNames, campaignNames, websiteNames } from './records/names.ts';
export { fieldKey, readFieldValues } from './records/read-field-values.ts';
export { listAreas } from './records/list-areas.ts';
export { type Above, campaignOf, readAbove } from './records/read-above.ts';
export { type CtaRow, type CtaVariantRow, readCta } from './records/read-cta.ts';
export { readWebsiteRecord } from './records/read-website-record.ts';
export * from './records/read-funnel.ts';
export { type InsightsSnapshot, readInsightsSnapshot, readInsightsWeeks } from './records/read-insights.ts';
export { readCurrentWebsites } from './records/current-websites.ts';
export { readWebsites, type WebsiteFacts } from './records/read-websites.ts';
