// Import a catalog: accounts, websites, areas, campaigns.
export { catalogJsonSchema } from './catalog/catalog-document.ts';
export type { CatalogOptions } from './catalog/catalog-options.ts';
export { CatalogBusyError, type CatalogSummary, importCatalog } from './catalog/import-catalog.ts';
export { CatalogError } from './catalog/catalog-error.ts';
export { parseCatalog, type ParsedCatalog } from './catalog/parse-catalog.ts';

// Record events: a file, a batch of raw events, or generated ones.
export { INGEST_FORMATS, type IngestFormat, UnreadableFileError } from './files/decode-line.ts';
export { IgnoredKeys, type IgnoredKeysSummary } from './parse/ignored-keys.ts';
export { ingest, type IngestOptions, type IngestSummary } from './load/ingest.ts';
export type { RefusedLine } from './files/event-file.ts';
export { parseFileInThread } from './files/parse-file-in-thread.ts';
export type { ParsedFile, ParsedPiece, ParseFile, ParseOptions } from './files/parse-file.ts';
export { type Line, readLines } from './files/lines.ts';
export {
  type EventLine,
  type RecordedEvents,
  recordEvents,
  recordLines,
  type RecordOptions,
  type RefusedEvent,
  type RefusedEventLine,
} from './pending/record-events.ts';
export { packLedger, type PackOptions, type PackSummary } from './ledger/pack-ledger.ts';
export { pruneLedger } from './ledger/prune-ledger.ts';
export type { RefusalCode } from './parse/refusal.ts';

// Delete what was counted of a website, to load it again.
export { clearWebsite } from './load/clear-website.ts';

// Fold pending events into the rollups.
export { type Backlog, readBacklog, readNewestRecording } from './pending/backlog.ts';
export { foldPending, type FoldOptions, type FoldSummary } from './pending/fold.ts';
export { type FailedWebsite, SetAsideWebsites } from './pending/set-aside.ts';

// Store the rollups of buckets that have ended in less space.
export { packRollups, type PackedRollups, type UnpackedWebsite } from './rollups/pack-rollups.ts';

// Load generated events.
export type { FieldAnswer, FunnelEvent, ProductRow } from './parse/event.ts';
export { recordParsedEvents, type RecordBatchesOptions } from './load/record-batches.ts';
