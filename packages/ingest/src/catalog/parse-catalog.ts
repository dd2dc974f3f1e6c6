import { pathText, problemText, validationWords, type ValuePath } from '@funnel/domain';
import { type CatalogDocument, catalogDocument } from './catalog-document.ts';

/** A valid document, and what was odd about it. */
export interface ParsedCatalog {
  document: CatalogDocument;
  /** Unknown keys, which are ignored, but may be misspelt; and API keys that are easy to guess. */
  warnings: string[];
}

/**
 * The document is invalid. Lists every problem; nothing was written.
 * @example
 * const error = new CatalogError(['websites[0].currency must be three capital letters, like EUR']);
 * assert.match(error.message, /currency/);
 */
export class CatalogError extends Error {
  override name = 'CatalogError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const SAFE_KEY_LENGTH = 20;

/**
 * Validates a catalog document; throws a `CatalogError` if it is invalid.
 * @example
 * const { warnings } = parseCatalog({ websites: [{ id: 1, nmae: 'shop.example' }] });
 * assert.deepEqual(warnings, ['websites[0].nmae: unknown key, ignored']);
 * assert.throws(() => parseCatalog({ websites: [{ id: 0 }] }), CatalogError);
 */
export function parseCatalog(raw: unknown): ParsedCatalog {
  const first = catalogDocument.safeParse(raw);
  if (first.success) return { document: first.data, warnings: shortKeys(first.data) };
  const unknown = first.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
  const second = catalogDocument.safeParse(without(raw, unknown), { error: validationWords });
  if (!second.success) {
    throw new CatalogError(
      second.error.issues.map(({ path, message }) => problemText(path, message, 'document')),
    );
  }
  return {
    document: second.data,
    warnings: [
      ...unknown.map((path) => `${pathText(path)}: unknown key, ignored`),
      ...shortKeys(second.data),
    ],
  };
}

/** Accepted, because keys of old systems are as they are. */
function shortKeys({ websites }: CatalogDocument): string[] {
  return websites.flatMap(({ api_key: key }, index) =>
    key !== undefined && key.length < SAFE_KEY_LENGTH
      ? [
          `websites[${index}].api_key: shorter than ${SAFE_KEY_LENGTH} characters, so it can be guessed; a token for the website ends it`,
        ]
      : [],
  );
}

function without(raw: unknown, paths: ValuePath[]): unknown {
  const copy = structuredClone(raw);
  for (const path of paths) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], copy);
    Reflect.deleteProperty(parent as object, path.at(-1) as PropertyKey);
  }
  return copy;
}
