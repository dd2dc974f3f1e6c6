import { boundWebsites, callerOf, requireScope } from '@funnel/auth';
import { untilAborted } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { CatalogBusyError, CatalogError, type CatalogSummary, importCatalog } from '@funnel/ingest';
import { admissionOf, admit, type Clock, networkOfRequest } from '@funnel/service';
import type { RequestHandler } from 'express';
import { databaseFailure } from '../database-failure.ts';
import type { IntakeDependencies } from '../dependencies.ts';
import { JSON_TYPE, requireMediaType } from '../http/media-type.ts';
import { readBody } from '../http/read-body.ts';
import { readDocument } from './read-document.ts';

export interface PutCatalogDependencies extends IntakeDependencies {
  wallClock: Clock;
}

/** A document is validated as a whole and is in memory until then: four at once by default. */
const CATALOG_WEIGHT = 8;

/** `PUT /v1/catalog`: changes the catalog of the token's websites, all of the document or nothing. */
export function putCatalog(dependencies: PutCatalogDependencies): RequestHandler {
  const { database, wallClock } = dependencies;
  return async (req, res) => {
    const principal = await admit(req, res, dependencies, CATALOG_WEIGHT);
    requireScope(principal, 'catalog:write');
    requireMediaType(req, [JSON_TYPE]);
    const admission = admissionOf(req);
    const { signal } = admission;
    const body = readBody(req, { invalidCode: 'invalid_catalog', signal });
    const document = await admission.whileSending(() => readDocument(body), Infinity);
    const caller = callerOf(principal, networkOfRequest(req));
    const options = { websiteIds: boundWebsites(principal), caller, now: wallClock(), signal };
    const imported = importCatalog(database, document, options).catch((error: unknown) => {
      throw error instanceof CatalogError ? invalidCatalog(error) : busyOr(databaseFailure(error));
    });
    res.set('Cache-Control', 'no-store').json(answerOf(await untilAborted(signal, imported)));
  };
}

function invalidCatalog({ problems, isComplete }: CatalogError): ServiceError {
  const { length } = problems;
  const count = length === 1 ? '1 problem' : `${length} problems`;
  const found = isComplete ? count : `more than ${count}; the first ${length} are listed`;
  return new ServiceError('invalid_catalog', `The document has ${found}. Nothing was written.`, { problems });
}

function busyOr(error: unknown): unknown {
  if (!(error instanceof CatalogBusyError)) return error;
  const detail = 'Another catalog of these websites is being written. Send the same body again.';
  return new ServiceError('unavailable', detail, { headers: { 'Retry-After': '1' }, cause: error });
}

/** Without accounts, which a token cannot change. */
function answerOf({ counts: { accounts: _accounts, ...counts }, warnings }: CatalogSummary) {
  return { ...counts, warnings };
}
