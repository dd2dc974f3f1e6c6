// Import a catalog: accounts, websites, areas, campaigns.
export {
  CatalogBusyError,
  type CatalogOptions,
  type CatalogSummary,
  importCatalog,
} from './catalog/import-catalog.ts';
export { catalogJsonSchema } from './catalog/catalog-json-schema.ts';
export { CatalogError } from './catalog/catalog-error.ts';
export { parseCatalog, type ParsedCatalog } from './catalog/parse-catalog.ts';

// Record events: a file, a batch of raw events, or generated ones.
export { INGEST_FORMATS, type IngestFormat, UnreadableFileError } from './events/decode-line.ts';
export { IgnoredKeys, type IgnoredKeysSummary } from './events/ignored-keys.ts';
export { ingest, type IngestOptions, type IngestSummary } from './events/ingest.ts';
export type { RefusedLine } from './load/event-file.ts';
export { parseFileInThread } from './load/parse-file-in-thread.ts';
export type { ParsedFile, ParsedPiece, ParseFile, ParseOptions } from './load/parse-file.ts';
export { type Line, readLines } from './events/lines.ts';
export {
  type EventLine,
  type RecordedEvents,
  recordEvents,
  recordLines,
  type RecordOptions,
  type RefusedEvent,
  type RefusedEventLine,
} from './events/record-events.ts';
export { packLedger, type PackOptions, type PackSummary } from './ledger/pack-ledger.ts';
export { pruneLedger } from './ledger/prune-ledger.ts';
export type { RefusalCode } from './events/refusal.ts';

// Delete what was counted of a website, to load it again.
export { clearWebsite } from './clear/clear-website.ts';

// Fold pending events into the rollups.
export { type Backlog, readBacklog, readNewestRecording } from './events/backlog.ts';
export { foldPending, type FoldOptions, type FoldSummary } from './events/fold.ts';
export { type FailedWebsite, SetAsideWebsites } from './events/set-aside.ts';

// Store the rollups of buckets that have ended in less space.
export { packRollups, type PackedRollups, type UnpackedWebsite } from './packing/pack-rollups.ts';

// Load generated events.
export type { FieldAnswer, FunnelEvent, ProductRow } from './events/event.ts';
export { recordParsedEvents, type RecordBatchesOptions } from './load/record-batches.ts';

// Long work in short turns.
export { Turns } from './turns.ts';
