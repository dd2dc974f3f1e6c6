export { hashApiKey, newApiKey, openApiKey, sealApiKey } from './api-key.ts';
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
export { type DemoState, isDatabaseEmpty, readDemoState } from './demo/load/demo-state.ts';
export { type DemoOptions, DemoRefusedError, type DemoSummary, loadDemo } from './demo/load/load-demo.ts';
