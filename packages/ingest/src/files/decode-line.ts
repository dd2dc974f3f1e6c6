import { Refusal } from '../parse/refusal.ts';

export const INGEST_FORMATS = ['ndjson', 'csv'] as const;
export type IngestFormat = (typeof INGEST_FORMATS)[number];

/** Decodes a line to an event that is not validated yet; throws a `Refusal` if the line is malformed. */
export type Decode = (line: string) => unknown;

/** The file is in no known format. Nothing was recorded. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

const REQUIRED_COLUMNS = ['event_id', 'type', 'website_id', 'visitor_token', 'occurred_at'];
const NUMBERS = new Set(['website_id', 'campaign_id', 'variant_id', 'step_id', 'element_id', 'revenue']);
const JSON_CELLS = new Set(['products', 'fields']);
/** Of two cells with one name, only one would count. */
const KNOWN_COLUMNS = [...new Set([...REQUIRED_COLUMNS, ...NUMBERS, ...JSON_CELLS, 'currency'])];

/** How a gzip file begins, as text. */
const GZIP = '\u001f';

/** Guesses the format from the first line: NDJSON starts with a brace, everything else is a CSV header. */
export function detectFormat(firstLine: string): IngestFormat {
  return firstLine.startsWith('{') ? 'ndjson' : 'csv';
}

export function decodeJsonLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Refusal('invalid_json', 'the line is not valid JSON');
  }
}

/** Reads the header and returns a decoder for the other lines, which yields the same events as NDJSON would. */
export function csvDecoder(header: string): Decode {
  if (header.startsWith(GZIP))
    throw new UnreadableFileError('The file is compressed. Unpack it first, for example with gunzip.');
  const columns = parseCsvLine(header)?.map((name) => name.trim()) ?? [];
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw new UnreadableFileError(
      `The header is missing these columns: ${missing.join(', ')}. A CSV file starts with a line of comma-separated column names; NDJSON has one JSON object per line.`,
    );
  }
  const twice = KNOWN_COLUMNS.filter((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (twice.length > 0) {
    throw new UnreadableFileError(`The header has these columns more than once: ${twice.join(', ')}.`);
  }
  return (line) => {
    const cells = parseCsvLine(line);
    if (!cells) throw new Refusal('invalid_csv', 'the line has unbalanced quotes');
    if (cells.length !== columns.length) {
      throw new Refusal(
        'invalid_csv',
        `the line has ${cells.length} cells, but the header has ${columns.length} columns`,
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
    throw new Refusal('invalid_csv', `${column}: the cell is not valid JSON`);
  }
}

/**
 * Splits a CSV line (RFC 4180) into cells; undefined if its quotes are unbalanced. A record is always one line:
 * otherwise a single stray quote would swallow the rest of the file.
 */
export function parseCsvLine(line: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      const end = closingQuote(line, at + 1);
      if (end === undefined || (end + 1 < line.length && line[end + 1] !== ',')) return undefined;
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      cells.push(line.slice(at, end));
      at = end;
    }
    if (at >= line.length) return cells;
    at += 1;
  }
}

function closingQuote(line: string, from: number): number | undefined {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at;
  }
  return undefined;
}
