import { WebsiteNotFoundError } from '@funnel/auth';
import { bucketStart, type Day, dayOf, formatDay, ServiceError } from '@funnel/domain';
import type { Note } from './note.ts';

interface Failed {
  /** How many websites the token covers. */
  websites: number;
  /** Whether the token is limited to campaigns: it reads no list. */
  isLimited: boolean;
  now: Date;
}

/** The same 404, with what to do about it. Other errors stay as they are. */
export function withNextStep(error: unknown, failed: Failed): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') return error;
  const { detail, parameter, allowed, problems, headers } = error;
  const notes: Note[] = [{ code: 'next_step', text: nextStep(error, failed) }];
  return new ServiceError(error.code, detail, { parameter, allowed, problems, headers, notes, cause: error });
}

/** Says the same for what does not exist and for what belongs to others. */
function nextStep(error: ServiceError, { websites, isLimited, now }: Failed): string {
  if (error instanceof WebsiteNotFoundError)
    return 'Read the list of websites: it has the ids that this token covers.';
  if (error.parameter === 'id' && isLimited)
    return 'Begin with the report of the campaign that this token shows: every report has the ids of the next level.';
  if (error.parameter === 'id') {
    const other =
      websites > 1 ? ` This token covers ${websites} websites: the id may belong to another one.` : '';
    return `Begin with the list of campaigns of the same website: every report has the ids of the next level.${other}`;
  }
  return `For the last complete week, ask the website report for ${lastWeek(dayOf(now))}.`;
}

function lastWeek(today: Day): string {
  const monday = bucketStart(today, 'week') - 7;
  return `range_start=${formatDay(monday)}, range_end=${formatDay(monday + 6)}`;
}
