import { boundWebsites, requireScope } from '@funnel/auth';
import { untilAborted } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { CatalogError, type CatalogSummary, importCatalog } from '@funnel/ingest';
import { admit, type Clock, signalOf, whileSending } from '@funnel/service';
import type { RequestHandler } from 'express';
import { databaseFailure } from '../database-failure.ts';
import type { IntakeDependencies } from '../dependencies.ts';
import { JSON_TYPE, requireMediaType } from '../http/media-type.ts';
import { readBody } from '../http/read-body.ts';

/** What the endpoint needs. */
export interface PutCatalogDependencies extends IntakeDependencies {
  /** The time of changes. */
  wallClock: Clock;
}

/** A document is validated as a whole and is in memory until then: four at once by default. */
const CATALOG_WEIGHT = 8;
/** How many problems an answer lists. */
const MAX_LISTED_PROBLEMS = 1_000;

/** `PUT /v1/catalog`: changes the catalog of the token's websites, all of the document or nothing. */
export function putCatalog(dependencies: PutCatalogDependencies): RequestHandler {
  const { database, wallClock } = dependencies;
  return async (req, res) => {
    const principal = await admit(req, res, dependencies, CATALOG_WEIGHT);
    requireScope(principal, 'catalog:write');
    requireMediaType(req, [JSON_TYPE]);
    const signal = signalOf(req);
    const body = readBody(req, { invalidCode: 'invalid_catalog', signal });
    const document = await whileSending(req, () => readDocument(body), Infinity);
    const options = { websiteIds: boundWebsites(principal), now: wallClock() };
    const imported = importCatalog(database, document, options).catch((error: unknown) => {
      throw error instanceof CatalogError ? invalidCatalog(error) : databaseFailure(error);
    });
    res.set('Cache-Control', 'no-store').json(answerOf(await untilAborted(signal, imported)));
  };
}

async function readDocument(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid JSON.', { cause });
  }
}

function invalidCatalog({ problems }: CatalogError): ServiceError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS);
  const rest = listed.length < problems.length ? `; the first ${listed.length} are listed` : '';
  return new ServiceError('invalid_catalog', `The document has ${count}${rest}. Nothing was written.`, {
    problems: listed,
  });
}

/** Without accounts, which a token cannot change. */
function answerOf({ counts: { accounts: _accounts, ...counts }, warnings }: CatalogSummary) {
  return { ...counts, warnings };
}
