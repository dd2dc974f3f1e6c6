import type { Answer } from '@funnel/operations';
import { keptOn } from '@funnel/service';

const texts = keptOn<Answer<unknown>, string>('JSON');

/** An answer as JSON, with notes and extras if it has some. A remembered answer keeps its text: it is sent again and again. */
export function jsonOf(answer: Answer<unknown>): string {
  const known = texts.of(answer);
  if (known !== undefined) return known;
  const { body, notes, extras } = answer;
  const text = JSON.stringify(
    notes || extras ? { ...(body as object), ...(notes && { notes }), ...(extras && { extras }) } : body,
  );
  texts.keep(answer, text);
  return text;
}
