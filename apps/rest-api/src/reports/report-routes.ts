import { type Database, readWebsites, type WebsiteFacts } from '@funnel/db';
import { REPORTS, type Report, readQuestion, runReport } from '@funnel/reports';
import { type Clock, methodNotAllowed } from '@funnel/service';
import type { Express, RequestHandler } from 'express';
import { type Admission, admit } from '../admit.ts';
import { CSV, tablesOf } from '../csv/table.ts';
import { toCsv } from '../csv/to-csv.ts';
import { CACHING, countingMethod, dataAge, lastBucket } from './answer-headers.ts';
import { entityTag, namesTag } from './entity-tag.ts';
import { decodeQuery } from './query.ts';

export const API_PATH = '/api/v1';

export interface ReportDependencies extends Admission {
  database: Database;
  clock: Clock;
}

export function reportRoutes(app: Express, dependencies: ReportDependencies): void {
  for (const report of REPORTS) {
    app
      .route(`${API_PATH}${report.path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .get(answer(report, dependencies))
      .all(methodNotAllowed('GET', 'HEAD'));
  }
}

function answer(report: Report, dependencies: ReportDependencies): RequestHandler {
  const { database, clock } = dependencies;
  const tables = tablesOf(report);
  return async (req, res) => {
    const principal = await admit(req, res, dependencies);
    const now = clock();
    const raw = { ...decodeQuery(req.url), ...req.params };
    const { websiteIds, input } = await readQuestion(report, { database, principal, raw });
    const table = req.accepts(['json', CSV]) === CSV ? tables(input) : undefined;
    const headersOf = (websites: readonly WebsiteFacts[]) => ({
      ...CACHING,
      ETag: entityTag({
        tool: report.tool,
        mediaType: table ? CSV : 'application/json',
        now,
        input,
        websites,
      }),
      ...dataAge(websites),
      ...countingMethod(report, input),
    });

    const ifNoneMatch = req.headers['if-none-match'];
    if (ifNoneMatch !== undefined) {
      // The versions alone are read: who has the answer already costs no report.
      const headers = headersOf(await readWebsites(database.sql, websiteIds));
      if (namesTag(ifNoneMatch, headers.ETag)) {
        res.status(304).set(headers).end();
        return;
      }
    }
    const { body, websites } = await runReport(report, { database, principal, raw, now });
    res.set({ ...headersOf(websites), ...lastBucket(body, now) });
    if (table) res.type('text/csv; charset=utf-8').send(toCsv(table, body));
    else res.json(body);
  };
}
