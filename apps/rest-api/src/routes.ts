import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { createLinkPasswords, type LinkPasswords } from '@funnel/sharing';
import type { ChannelSettings } from '@funnel/notifications';
import { answerRequest, OPERATIONS, type Operation } from '@funnel/operations';
import {
  admissionOf,
  type AdmissionOptions,
  admit,
  type Clock,
  methodNotAllowed,
  networkOfRequest,
} from '@funnel/service';
import type { Express, RequestHandler } from 'express';
import { csvFileName } from './csv/file-name.ts';
import { CSV, tablesOf } from './csv/table.ts';
import { currencyOf, toCsv } from './csv/to-csv.ts';
import { OWN_PARAMETERS, unusedFormat, wantsCsv } from './http/format.ts';
import { funnelNotes } from './http/funnel-notes.ts';
import { fullPathOf } from './http/operation-paths.ts';
import { pageLinks } from './http/page-links.ts';
import { jsonOf } from './http/json-of.ts';
import { isStrict, STRICT } from './http/prefer.ts';
import { decodeQuery } from './http/query.ts';
import { receiveJson } from './http/read-json.ts';
import { knownTags, lastBucketHeader, reportHeaders, VARY } from './http/report-headers.ts';

export interface RouteDependencies extends AdmissionOptions<Principal> {
  database: Database;
  /** A copy of it that is fresh enough for reports, if there is one at the moment. */
  replica?: (() => Database | undefined) | undefined;
  /** The clock of windows: `NOW` pins it. */
  clock: Clock;
  /** Decrypts the websites' legacy keys. */
  encryptionKey: Uint8Array;
  /** Undefined if this installation sends no notifications. */
  notifications?: ChannelSettings | undefined;
  /** The address of this service as clients know it; links between pages start with it. */
  baseUrl: string;
}

/** For personal data and secrets: must not be cached. */
const NO_STORE = { 'Cache-Control': 'private, no-store' };

/** Mounts every operation at its path; other methods of a path get 405. */
export function operationRoutes(app: Express, dependencies: RouteDependencies): void {
  const linkPasswords = createLinkPasswords();
  for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
    const operations = OPERATIONS.filter((operation) => operation.path === path);
    const route = app.route(fullPathOf({ path }).replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const operation of operations) {
      const method = operation.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
      route[method](endpoint(operation, { ...dependencies, linkPasswords }));
    }
    route.all(
      methodNotAllowed(...operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))),
    );
  }
}

function endpoint(
  operation: Operation,
  dependencies: RouteDependencies & { linkPasswords: LinkPasswords },
): RequestHandler {
  const { database, replica, clock, encryptionKey, notifications, linkPasswords, baseUrl, rateLimiter } =
    dependencies;
  const tables = tablesOf(operation);
  const isReport = operation.caching === 'revalidate';
  return async (req, res) => {
    const principal = await admit(req, res, dependencies, operation.weight);
    const now = clock();
    const query = decodeQuery(req.url);
    const isCsv = wantsCsv(req, query);
    const { prefer, 'if-none-match': ifNoneMatch } = req.headers;
    const strict = isStrict(prefer);
    if (strict) res.set('Preference-Applied', STRICT);
    const mediaType = isCsv ? CSV : 'application/json';
    const outcome = await answerRequest(operation, {
      database,
      replica: replica?.(),
      principal,
      address: networkOfRequest(req),
      raw: { ...query, ...req.params },
      query,
      ownParameters: OWN_PARAMETERS,
      isStrict: strict,
      now,
      body: operation.body && (await receiveJson(req, res)),
      encryptionKey,
      notifications,
      linkPasswords,
      signal: admissionOf(req).signal,
      websiteLimiter: rateLimiter,
      // A matching ETag skips the report.
      known:
        isReport && ifNoneMatch ? { representation: mediaType, tags: knownTags(ifNoneMatch) } : undefined,
    });
    const table = isCsv ? tables(outcome.input) : undefined;
    const unused = unusedFormat(query, { operation, isCsv: table !== undefined });
    // Added, not set: the answer to a page of another origin varies by its origin, too.
    if (isReport) res.vary(VARY);
    const { websites, input, identity } = outcome;
    res.set(isReport ? reportHeaders({ operation, mediaType, input, websites, identity }) : NO_STORE);
    res.set(funnelNotes([...outcome.hints, ...unused]));
    if (!outcome.answer) {
      res.status(304).end();
      return;
    }
    const { status = 200, body, pages } = outcome.answer;
    if (pages) {
      // Built from configuration: the host of the request may belong to a proxy or be made up by the caller.
      const url = new URL(`${baseUrl}${fullPathOf(operation)}`);
      url.search = req.url.replace(/^[^?]*/, '');
      res.set({ Link: pageLinks(url, pages), 'X-Total-Count': String(pages.total) });
    }
    res.status(status).set(lastBucketHeader(body, now));
    if (table) {
      res.attachment(csvFileName(operation, body)).type('text/csv; charset=utf-8');
      res.send(toCsv(table, body, currencyOf(operation, outcome.websites)));
    } else res.type('json').send(jsonOf(outcome.answer));
  };
}
