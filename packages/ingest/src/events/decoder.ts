import { parseCsvLine } from './csv-line.ts';
import { Refusal } from './refusal.ts';

export const INGEST_FORMATS = ['ndjson', 'csv'] as const;
export type IngestFormat = (typeof INGEST_FORMATS)[number];

/** Turns a line into an event as it was sent; throws a `Refusal` where it is not even that. */
export type Decode = (line: string) => unknown;

/** A file that cannot be read at all, before anything of it was counted. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

const REQUIRED_COLUMNS = ['event_id', 'type', 'website_id', 'visitor_token', 'occurred_at'];
const NUMBERS = new Set(['website_id', 'campaign_id', 'variant_id', 'step_id', 'element_id', 'revenue']);
const JSON_CELLS = new Set(['products', 'fields']);

/** NDJSON begins with a brace; anything else is taken for the header of a CSV. */
export function detectFormat(firstLine: string): IngestFormat {
  return firstLine.startsWith('{') ? 'ndjson' : 'csv';
}

export function decodeJsonLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Refusal('invalid_json', 'the line is not JSON');
  }
}

/** Reads the header; the decoder turns each further line into the event that NDJSON would hold. */
export function csvDecoder(header: string): Decode {
  const columns = parseCsvLine(header)?.map((name) => name.trim()) ?? [];
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw new UnreadableFileError(
      `The first line names no column ${missing.join(', ')}. A CSV begins with the names of its columns, separated by commas; NDJSON has one JSON object a line.`,
    );
  }
  return (line) => {
    const cells = parseCsvLine(line);
    if (!cells) throw new Refusal('invalid_csv', 'the quotes of the line do not match');
    if (cells.length !== columns.length) {
      throw new Refusal(
        'invalid_csv',
        `${cells.length} cells, but the header names ${columns.length} columns`,
      );
    }
    return Object.fromEntries(columns.map((name, index) => [name, cellValue(name, cells[index] ?? '')]));
  };
}

function cellValue(column: string, cell: string): unknown {
  if (cell === '') return undefined;
  if (NUMBERS.has(column)) return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
  return JSON_CELLS.has(column) ? decodeJsonCell(column, cell) : cell;
}

function decodeJsonCell(column: string, cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    throw new Refusal('invalid_csv', `${column}: the cell is not JSON`);
  }
}
