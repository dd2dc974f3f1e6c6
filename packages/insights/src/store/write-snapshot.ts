import { type Database, inWebsiteTransaction, type Orm, ormOn, raiseDataVersion } from '@funnel/db';
import { insightsMetrics, insightsSnapshots } from '@funnel/db/schema';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { centsToNumeric, type Counts, type Day, formatDay, type Level, type WebsiteId } from '@funnel/domain';
import { and, eq, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Finding } from '@funnel/words';
import { statement } from '../statement.ts';

export interface FrozenSubject {
  level: Level;
  subjectId: number;
  counts: Counts;
}

export interface NewSnapshot {
  websiteId: WebsiteId;
  /** Its Monday. */
  week: Day;
  viewers: number;
  revenueCents: bigint;
  recommendations: readonly string[];
  /** `recommendations[i]` is about `findings[i]`. Without findings, one sentence says so. */
  findings: readonly Finding[];
  frozen: readonly FrozenSubject[];
}

const insertFrozen = statement(
  'freeze-metrics',
  {
    website: int4<WebsiteId>(),
    week: text(),
    levels: text(),
    subjects: text(),
    views: text(),
    conversions: text(),
    completions: text(),
    submissions: text(),
    subscribes: text(),
    orders: text(),
    revenues: text(),
  },
  {},
);

/**
 * Writes a snapshot in one transaction. Returns false, without any change, when the week already has one and
 * `replace` is not set.
 */
export function writeSnapshot(
  database: Database,
  snapshot: NewSnapshot,
  { replace }: { replace: boolean },
): Promise<boolean> {
  return inWebsiteTransaction(database, [snapshot.websiteId], async (transaction) => {
    const orm = ormOn(transaction);
    if (!(await upsertSnapshot(orm, snapshot, replace))) return false;
    await orm
      .delete(insightsMetrics)
      .where(
        and(
          eq(insightsMetrics.websiteId, snapshot.websiteId),
          eq(insightsMetrics.week, formatDay(snapshot.week)),
        ),
      );
    await freezeMetrics(transaction, snapshot);
    await raiseDataVersion(orm, [snapshot.websiteId]);
    return true;
  });
}

/** Locks the row even when it does not replace it, so that concurrent writers of a week take turns. */
async function upsertSnapshot(
  orm: Orm,
  { websiteId, week, viewers, revenueCents, recommendations, findings }: NewSnapshot,
  replace: boolean,
): Promise<boolean> {
  const content = {
    viewers,
    revenue: centsToNumeric(revenueCents),
    recommendations: [...recommendations],
    findings: findings.map(aboutOf),
  };
  const written = await orm
    .insert(insightsSnapshots)
    .values({ websiteId, week: formatDay(week), ...content })
    .onConflictDoUpdate({
      target: [insightsSnapshots.websiteId, insightsSnapshots.week],
      // Not now(): Citus takes only what the row itself says.
      set: { ...content, updatedAt: sql`excluded.updated_at` },
      setWhere: sql`${replace}::boolean`,
    })
    .returning({ websiteId: insightsSnapshots.websiteId });
  return written.length > 0;
}

/** For digests: a reader may have muted one of these campaigns, and what is broken on Sunday may work on Monday. */
function aboutOf(finding: Finding) {
  const { kind, campaign } = finding;
  const apartFrom = 'apartFrom' in finding ? finding.apartFrom : [];
  const driver = 'driver' in finding ? finding.driver : null;
  const named = [campaign, driver, ...apartFrom].flatMap((one) => one ?? []);
  const broken = kind === 'campaign_broke' ? [campaign] : apartFrom.filter(({ isBroken }) => isBroken);
  return {
    kind,
    campaign_ids: named.map(({ id }) => id),
    // 0: the whole website.
    broken_ids: broken.map((one) => one?.id ?? 0),
  };
}

async function freezeMetrics(
  transaction: TransactionSql,
  { websiteId, week, frozen }: NewSnapshot,
): Promise<void> {
  const column = (value: (subject: FrozenSubject) => string | number) =>
    plainArrayLiteral(frozen.map((subject) => value(subject)));
  await insertFrozen(transaction, {
    website: websiteId,
    week: formatDay(week),
    levels: column(({ level }) => level),
    subjects: column(({ subjectId }) => subjectId),
    views: column(({ counts }) => counts.views),
    conversions: column(({ counts }) => counts.conversions),
    completions: column(({ counts }) => counts.completions),
    submissions: column(({ counts }) => counts.submissions),
    subscribes: column(({ counts }) => counts.subscribes),
    orders: column(({ counts }) => counts.orders),
    revenues: column(({ counts }) => centsToNumeric(counts.revenueCents)),
  });
}
