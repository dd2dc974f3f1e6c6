// Import a catalog: accounts, websites, areas, campaigns.
export { catalogJsonSchema } from './catalog/catalog-document.ts';
export { CatalogBusyError, type CatalogSummary, importCatalog } from './catalog/import-catalog.ts';
export { CatalogError } from './catalog/catalog-error.ts';
export { parseCatalog } from './catalog/parse-catalog.ts';

// Record events: a file, a batch of raw events, or generated ones.
export { INGEST_FORMATS, UnreadableFileError } from './files/decode-line.ts';
export { IgnoredKeys } from './parse/ignored-keys.ts';
export { ingest, type IngestSummary } from './load/ingest.ts';
export type { RefusedLine } from './files/event-file.ts';
export { parseFileInThread } from './files/parse-file-in-thread.ts';
export type { ParseFile } from './files/parse-file.ts';
export { type Line, readLines } from './files/lines.ts';
export type { RefusedEventLine } from './parse/refusal.ts';
export * from './pending/record-events.ts';
export { packLedger, type PackOptions } from './ledger/pack-ledger.ts';
export { pruneLedger } from './ledger/prune-ledger.ts';

// Delete what was counted of a website, to load it again.
export { clearWebsite } from './load/clear-website.ts';

// Fold pending events into the rollups.
export { readBacklog, readNewestRecording } from './pending/backlog.ts';
export { foldPending, type FoldSummary } from './pending/fold.ts';
export { SetAsideWebsites } from './pending/set-aside.ts';

// Store the rollups of buckets that have ended in less space.
export { packRollups } from './rollups/pack-rollups.ts';

// Load generated events.
export type { FieldAnswer, FunnelEvent, ProductRow } from './parse/event.ts';
export { recordParsedEvents } from './load/record-batches.ts';
