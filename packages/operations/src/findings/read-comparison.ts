import type { Connection, WebsiteFacts } from '@funnel/db';
import {
  type ComparedDays,
  type CountType,
  type Day,
  FAMILY_ALPHA,
  fairChanges,
  type Level,
  type Measured,
  METRIC_NAMES,
  type MetricName,
  type WebsiteId,
} from '@funnel/domain';
import { type PeriodCounts, readFirstDays, readRhythm } from '@funnel/metrics';
import { type Comparison, whichDays } from './comparison.ts';

/** Something that is compared: what it is, and its counts. */
interface Subject {
  level: Level;
  id: number;
  counts: PeriodCounts;
  websiteId: WebsiteId;
  /** What was there from the same day on, where it is not viewed by itself. */
  shownWith?: { level: Level; id: number };
}

interface Compared {
  websites: readonly WebsiteFacts[];
  days: Comparison['days'] | undefined;
  countType: CountType;
  /** Those that the report reads; all by default. */
  metrics?: readonly MetricName[];
  whole?: Subject;
  parts?: readonly (Subject & { name: string })[];
}

/** Compares what a report has read for it. What is compared as a whole, and its parts, are a family each. */
export async function readComparison(
  connection: Connection,
  { websites, days, countType, metrics = METRIC_NAMES, whole, parts = [] }: Compared,
): Promise<Comparison | undefined> {
  if (days === undefined) return undefined;
  const compared = whichDays(days);
  if (!compared) return { days, metrics, parts: [] };
  const all = [...(whole ? [whole] : []), ...parts];
  const [since, rhythm] = await Promise.all([
    readBegins(connection, websites, all),
    readRhythm(connection, { websites, days: compared, countType }),
  ]);
  const measured = (some: readonly Subject[]) =>
    some.map((one) => measuredOf(one, { compared, since: since(one), expected: rhythm?.(one.websiteId) }));
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
  return ({ level, id, websiteId, shownWith }) => {
    if (level !== 'website') {
      const place = shownWith ?? { level, id };
      return byLevel.get(place.level)?.get(place.id);
    }
    const facts = websites.find((one) => one.id === websiteId);
    return facts?.lastDay === undefined ? undefined : facts.firstDay;
  };
}
