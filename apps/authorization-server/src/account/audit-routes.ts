import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '@funnel/db';
import { listSecurityEvents, ownedAccounts } from '@funnel/identity';
import { sendPage, textOf } from '@funnel/pages';
import type { Router } from 'express';
import { auditCsv, type AuditFilter, auditLine } from './audit-lines.ts';
import { auditPage } from './audit-page.ts';
import { type PageDependencies, signedInRoutes } from './signed-in.ts';

const ON_PAGE = 200;
const IN_TABLE = 10_000;
const DAY_MS = 86_400_000;
const DAY = /^[12]\d{3}-\d\d-\d\d$/;
const NOT_A_DAY = 'Write days as 2026-11-16.';
const WRONG_ORDER = 'The first day is after the last one.';
const UNKNOWN_KIND = 'There is no such event. Choose one of the list.';

/** `/audit`: what happened to the accounts of an owner, as a page or as a table. */
export function auditRoutes({ database, people }: Pick<PageDependencies, 'database' | 'people'>): Router {
  const { router, page } = signedInRoutes(people);
  page('/audit', async (visit) => {
    const { req, res, person } = visit;
    const accounts = await ownedAccounts(database, person.id);
    const filter = readFilter(req.query);
    const since = startOf(filter.since);
    const until = startOf(filter.until);
    const isTable = req.query['format'] === 'csv';
    const limit = isTable ? IN_TABLE : ON_PAGE;
    const error = problemOf(req.query, since, until);
    const events =
      accounts.length === 0 || error
        ? []
        : await listSecurityEvents(database, {
            ownedBy: person.id,
            kinds: filter.kind ? [filter.kind] : undefined,
            since: since ?? undefined,
            until: until ? new Date(until.getTime() + DAY_MS) : undefined,
            limit: limit + 1,
          });
    const websites = new Map(
      accounts.flatMap((account) => account.websites.map(({ id, name }) => [id, name] as const)),
    );
    const lines = events.slice(0, limit).map((event) => auditLine(event, websites));
    if (isTable && !error) {
      res.attachment('audit-log.csv').type('text/csv; charset=utf-8').send(auditCsv(lines));
      return;
    }
    const isOwner = accounts.length > 0;
    const shown = { isOwner, filter, lines, isCut: events.length > limit, error };
    sendPage(res, error ? 422 : 200, auditPage(visit, shown));
  });
  return router;
}

function problemOf(
  query: unknown,
  since: Date | undefined | null,
  until: Date | undefined | null,
): string | undefined {
  const { kind = '' } = query as Record<string, unknown>;
  if (typeof kind !== 'string' || (kind !== '' && !Object.hasOwn(SECURITY_EVENT_KINDS, kind)))
    return UNKNOWN_KIND;
  if (since === null || until === null) return NOT_A_DAY;
  return since && until && since > until ? WRONG_ORDER : undefined;
}

function readFilter(query: unknown): AuditFilter {
  const kind = textOf(query, 'kind');
  return {
    kind: Object.hasOwn(SECURITY_EVENT_KINDS, kind) ? (kind as SecurityEventKind) : '',
    since: textOf(query, 'since').trim(),
    until: textOf(query, 'until').trim(),
  };
}

/** The start of a day in UTC. Undefined for an empty field, null for a text that is not a day. */
function startOf(day: string): Date | undefined | null {
  if (day === '') return undefined;
  const start = new Date(`${day}T00:00:00Z`);
  return DAY.test(day) && !Number.isNaN(start.getTime()) ? start : null;
}
