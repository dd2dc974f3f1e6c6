import { parseDay } from '@funnel/domain';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { insightsWeek } from '../../notes/about-days.ts';
import type { Note } from '../../notes/note.ts';

interface Facts extends Pick<ReportFacts, 'websites' | 'now'> {
  /** The Monday of the week, YYYY-MM-DD. */
  week: string;
}

export function websiteInsightsNotes({ week, ...place }: Facts): Note[] {
  const monday = parseDay(week);
  return monday === undefined ? [] : insightsWeek(monday, place);
}
