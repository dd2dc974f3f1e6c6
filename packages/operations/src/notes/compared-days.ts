import { type ComparedDays, type Day, dayOf, daysText, previousWindow } from '@funnel/domain';
import { comparisonText, notComparedText } from '@funnel/words';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

/** How sentences name what a report is about. */
interface Named {
  /** What its parts are, if it has some. */
  parts?: 'websites' | 'campaigns' | 'variants' | 'steps' | 'elements';
  isWebsite?: boolean;
  /** What broke, if it is the campaign itself: known to be more than chance before it moves the compared days. */
  broken?: { day: Day } | undefined;
}

/** What changed from days to days like them, and what of it is beyond chance. */
export function comparedDays(
  facts: ReportFacts,
  { parts: kind = 'campaigns', isWebsite = false, broken }: Named,
): Note[] {
  const { comparison: found, period, compareWith, websites, now } = facts;
  if (!found || (!period.previous && compareWith === undefined)) return [];
  const { days, whole, parts } = found;
  if (typeof days === 'string') return days === 'running' ? [RUNNING] : [];
  const [currency, withBothDays] = [websites[0]?.currency, isUnlike(days, period)];
  const currencyOf = (id: number) =>
    kind === 'websites' ? websites.find((one) => one.id === id)?.currency : currency;
  const text = comparisonText({
    days,
    today: dayOf(now),
    countType: period.countType,
    whole: whole && { change: whole, currency, isWebsite },
    parts: parts.map(({ id, name, change }) => ({ name, change, currency: currencyOf(id) })),
    kind,
    isBroken: isBrokenSince(days, { ...facts, broken }),
    withBothDays,
  });
  if (text === undefined) return [];
  return [{ code: 'comparison', text: withBothDays ? `${text} ${warningText(facts)}` : text }];
}

const RUNNING: Note = {
  code: 'comparison',
  text: `${notComparedText('running')} The changes in this answer set a part of a day against a whole one: do not quote them.`,
};

/** Whether the changes in the body are about other days. */
function isUnlike({ window, base }: ComparedDays, period: ReportFacts['period']): boolean {
  const { window: whole, previous: before } = period;
  if (!before) return false;
  return window.end !== whole.end || base.start !== before.start || base.end !== before.end;
}

/** Whether a break began on compared days. On both sides it changes nothing. */
export function isBrokenSince(
  { window, base }: ComparedDays,
  { broken, breaks = [] }: Pick<ReportFacts, 'breaks'> & Pick<Named, 'broken'>,
): boolean {
  return (broken ? [broken] : breaks).some(({ day }) => day > base.start && day <= window.end);
}

/** Which days the changes of the body are about. */
function warningText({ period: { window }, now }: ReportFacts): string {
  const today = dayOf(now);
  const running = window.end >= today ? ', and today is not over' : '';
  return `The changes in this answer compare with ${daysText(previousWindow(window), today)}${running}: do not quote them.`;
}
