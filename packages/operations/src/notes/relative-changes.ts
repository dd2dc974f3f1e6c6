import type { Answered, Note } from './note.ts';
import { isCompared } from './report-body.ts';
import { pointsText, signed } from './words.ts';

/** Changes of rates are easily read as percentage points. */
export function relativeChanges({ body }: Answered): Note[] {
  // Account performance has no changes of rates.
  if (!isCompared(body) || body.data?.aggregate) return [];
  const { conversion_rate: rate = 0, previous, changes } = body.data?.metrics ?? {};
  const change = changes?.conversion_rate ?? null;
  const example =
    previous && change !== null && change !== 0
      ? `: conversion_rate ${signed(change)} % is ${pointsText(rate, previous.conversion_rate)}`
      : '';
  const text = `Changes of rates are percent of the rate, not points${example}.`;
  return [{ code: 'relative_changes', text }];
}
