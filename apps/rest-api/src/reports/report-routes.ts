import type { Database } from '@funnel/db';
import { openReport, REPORTS, type Report } from '@funnel/operations';
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
    const { headers, body, table } = await openReport(
      report,
      { database, principal, raw, now },
      async ({ websites, input, body: answerOf }) => {
        const asTable = req.accepts(['json', CSV]) === CSV ? tables(input) : undefined;
        const mediaType = asTable ? CSV : 'application/json';
        const fresh = {
          ...CACHING,
          ETag: entityTag({ tool: report.tool, mediaType, now, input, websites }),
          ...dataAge(websites),
          ...countingMethod(report, input),
        };
        // Who has the answer already costs no report.
        const isKept = namesTag(req.headers['if-none-match'], fresh.ETag);
        return { headers: fresh, body: isKept ? undefined : await answerOf(), table: asTable };
      },
    );
    res.set(headers);
    if (body === undefined) res.status(304).end();
    else {
      res.set(lastBucket(body, now));
      if (table) res.type('text/csv; charset=utf-8').send(toCsv(table, body));
      else res.json(body);
    }
  };
}
