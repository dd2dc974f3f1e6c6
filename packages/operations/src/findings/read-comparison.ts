import type { Connection, WebsiteFacts } from '@funnel/db';
import {
  type ComparedDays,
  type Day,
  FAMILY_ALPHA,
  fairChanges,
  type Level,
  type Measured,
  METRIC_NAMES,
  type MetricName,
  type Period,
} from '@funnel/domain';
import { type PeriodCounts, readFirstDays, readRhythm } from '@funnel/metrics';
import { type Comparison, whichDays } from './comparison.ts';
import type { ReportFacts } from './report-facts.ts';

/** Something that is compared: what it is, and its counts. */
interface Subject {
  level: Level;
  id: number;
  counts: PeriodCounts;
  /** What was there from the same day on, where it is not viewed by itself. */
  shownWith?: { level: Level; id: number };
}

interface Compared {
  period: Period;
  days: Comparison['days'] | undefined;
  /** Those that the report reads; all by default. */
  metrics?: readonly MetricName[];
  whole?: Subject;
  parts?: readonly (Subject & { name: string })[];
}

type Context = Omit<ReportFacts, 'period' | 'comparison' | 'breaks'> & { connection: Connection };

/** What every report knows about its answer: it compares what the report has read for that. */
export async function readReportFacts(
  { connection, websites, now, compareWith }: Context,
  compared: Compared,
): Promise<ReportFacts> {
  const comparison = await readComparison(connection, websites, compared);
  return { period: compared.period, websites, now, compareWith, comparison };
}

/** What is compared as a whole, and its parts, are a family each. */
async function readComparison(
  connection: Connection,
  websites: readonly WebsiteFacts[],
  { period: { countType }, days, metrics = METRIC_NAMES, whole, parts = [] }: Compared,
): Promise<Comparison | undefined> {
  if (days === undefined) return undefined;
  const compared = whichDays(days);
  if (!compared) return { days, metrics, parts: [] };
  const all = [...(whole ? [whole] : []), ...parts];
  const [since, rhythm] = await Promise.all([
    readBegins(connection, websites, all),
    readRhythm(connection, { websites, days: compared, countType }),
  ]);
  const expectedOf = (subject: Subject) => {
    const website = websiteOf(subject, websites);
    return website && rhythm?.(website.id);
  };
  const measured = (some: readonly Subject[]) =>
    some.map((one) => measuredOf(one, { compared, since: since(one), expected: expectedOf(one) }));
  const alpha = whole && parts.length > 0 ? FAMILY_ALPHA / 2 : FAMILY_ALPHA;
  const judge = (some: readonly Subject[]) =>
    fairChanges(measured(some), { days: compared, countType, alpha });
  const [ofWhole, ofParts] = [judge(whole ? [whole] : []), judge(parts)];
  return {
    days,
    metrics,
    whole: ofWhole[0],
    parts: parts.flatMap(({ id, name }, index) => {
      const change = ofParts[index];
      return change ? [{ id, name, change }] : [];
    }),
  };
}

function measuredOf(
  { counts: { fair } }: Subject,
  {
    compared,
    since,
    expected,
  }: { compared: ComparedDays; since: Day | undefined; expected: Measured['expected'] },
): Measured {
  if (!fair) throw new Error('The days of the comparison were not read');
  const isNew = since !== undefined && since > compared.base.start;
  return { ...fair, newSince: isNew ? since : undefined, expected };
}

/** Reads since when there is each of them: websites know it themselves. */
async function readBegins(
  connection: Connection,
  websites: readonly WebsiteFacts[],
  subjects: readonly Subject[],
): Promise<(subject: Subject) => Day | undefined> {
  const [website] = websites;
  const shown = subjects.map(({ level, id, shownWith }) => shownWith ?? { level, id });
  const levels = [...new Set(shown.map(({ level }) => level))].filter((level) => level !== 'website');
  const found = await Promise.all(
    levels.map(async (level) => {
      const ids = [...new Set(shown.filter((one) => one.level === level).map(({ id }) => id))];
      return [level, website ? await readFirstDays(connection, { website, level, ids }) : new Map()] as const;
    }),
  );
  const byLevel = new Map<Level, ReadonlyMap<number, Day>>(found);
  return (subject) => {
    const { level, id } = subject.shownWith ?? subject;
    if (subject.level !== 'website') return byLevel.get(level)?.get(id);
    const facts = websiteOf(subject, websites);
    return facts?.lastDay === undefined ? undefined : facts.firstDay;
  };
}

/** The website that a subject is, or belongs to. */
function websiteOf({ level, id }: Subject, websites: readonly WebsiteFacts[]): WebsiteFacts | undefined {
  return level === 'website' ? websites.find((one) => one.id === id) : websites[0];
}
