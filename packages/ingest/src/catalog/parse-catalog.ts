import { pathText, validationWords, Turns } from '@funnel/domain';
import { type CatalogDocument, RECORD_KINDS, type RecordKind } from './catalog-document.ts';
import { CatalogError, CatalogProblems } from './catalog-error.ts';

export interface ParsedCatalog {
  document: CatalogDocument;
  /** Unknown keys, which are ignored, but may be misspelt; and API keys that are easy to guess. At most 1,000. */
  warnings: string[];
}

interface Reading {
  problems: CatalogProblems;
  warnings: string[];
  turns: Turns;
}

type Fields = Record<string, unknown>;

const SAFE_KEY_LENGTH = 20;
const MAX_WARNINGS = 1_000;
const MAX_KEY_LENGTH = 100;

/**
 * Validates a catalog document record by record, so that a long one holds up nobody; rejects with a `CatalogError` if it is
 * invalid.
 * @example
 * const { warnings } = await parseCatalog({ websites: [{ id: 1, nmae: 'shop.example' }] });
 * assert.deepEqual(warnings, ['websites[0].nmae: unknown key, ignored']);
 * await assert.rejects(parseCatalog({ websites: [{ id: 0 }] }), CatalogError);
 */
export async function parseCatalog(raw: unknown): Promise<ParsedCatalog> {
  if (!isObject(raw)) throw new CatalogError(['document must be an object']);
  const reading: Reading = { problems: new CatalogProblems(), warnings: [], turns: new Turns() };
  const lists: Fields = {};
  for (const [name, kind] of Object.entries(RECORD_KINDS))
    lists[name] = await readList(kind, raw[name], name, reading);
  warnAboutUnknown(raw, Object.keys(RECORD_KINDS), '', reading);
  reading.problems.throwIfAny();
  // Every record of it was validated.
  const document = lists as unknown as CatalogDocument;
  warnAboutShortKeys(document, reading);
  return { document, warnings: reading.warnings };
}

async function readList(kind: RecordKind, list: unknown, path: string, reading: Reading): Promise<unknown[]> {
  const records: unknown[] = [];
  if (list === undefined) return records;
  if (!Array.isArray(list)) {
    reading.problems.add(`${path} must be an array`);
    return records;
  }
  for (const [index, raw] of (list as unknown[]).entries()) {
    if (reading.turns.isOver) await reading.turns.next();
    records.push(await readRecord(kind, raw, `${path}[${index}]`, reading));
  }
  return records;
}

async function readRecord(kind: RecordKind, raw: unknown, path: string, reading: Reading): Promise<Fields> {
  const { fields, parts } = kind;
  const parsed = fields.safeParse(raw, { error: validationWords });
  for (const { path: below, message } of parsed.error?.issues ?? [])
    reading.problems.add(`${pathText([path, ...below.map(shortened)])} ${message}`);
  if (!isObject(raw)) return {};
  const known = [...Object.keys(fields.shape), ...(parts ? [parts.name] : [])];
  warnAboutUnknown(raw, known, `${path}.`, reading);
  if (!parts) return parsed.data ?? {};
  const below = await readList(parts.kind, raw[parts.name], `${path}.${parts.name}`, reading);
  return { ...parsed.data, [parts.name]: below };
}

function warnAboutUnknown(raw: Fields, known: readonly string[], path: string, { warnings }: Reading): void {
  for (const key of Object.keys(raw)) {
    if (warnings.length >= MAX_WARNINGS) return;
    if (!known.includes(key)) warnings.push(`${path}${String(shortened(key))}: unknown key, ignored`);
  }
}

/** Accepted, because keys of old systems are as they are. */
function warnAboutShortKeys({ websites }: CatalogDocument, { warnings }: Reading): void {
  for (const [index, { api_key: key }] of websites.entries()) {
    if (key === undefined || key.length >= SAFE_KEY_LENGTH || warnings.length >= MAX_WARNINGS) continue;
    warnings.push(
      `websites[${index}].api_key: shorter than ${SAFE_KEY_LENGTH} characters, so it can be guessed; a token for the website ends it`,
    );
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key may be as long as the body. */
function shortened(key: PropertyKey): PropertyKey {
  return typeof key === 'string' && key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;
}
