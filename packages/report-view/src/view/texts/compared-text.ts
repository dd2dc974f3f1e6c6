import type { Changed, Comparison } from '../answers/extras.ts';
import type { Format } from './format.ts';

/** Which days are compared, and what the colours mean. Entries of a list are judged together: each alone may say more. */
export function comparedText(comparison: Comparison, format: Format, listed?: string): string {
  const {
    text,
    base,
    base_text: baseText,
    parts = {},
    new_since: since,
    apart_from_break: isApart,
  } = comparison;
  if (base === undefined) return text;
  const days = baseText ?? format.days(base.start, base.end);
  if (since !== undefined) return `Not compared with ${days}: ${newText(since, format)}.`;
  const all = Object.values(parts);
  const judged = all.filter(({ new_since: partSince }) => partSince === undefined).length;
  if (listed !== undefined && all.length > 0 && judged === 0)
    return `Not compared with ${days}: all ${listed} are new.`;
  const among = listed !== undefined && judged > 1 ? ` among ${judged} ${listed}` : '';
  return `Changes: ${text}. Grey could be chance${among}${isApart ? ', apart from the break' : ''}.`;
}

export function newText(since: string, format: Format): string {
  return `new since ${format.days(since, since)}`;
}

interface ChangeText {
  metric: string;
  format: Format;
  write: (value: number) => string;
  /** The number that it stands beside, which it need not repeat. */
  beside?: string;
}

/** A change in percent; of few orders, and from nothing, by its values: "6 after 1". Undefined without a comparison. */
export function changeText(
  { changes, values, new_since: since }: Changed,
  { metric, format, write, beside }: ChangeText,
): string | undefined {
  if (since !== undefined) return undefined;
  const both = values?.[metric];
  if (!both) return typeof changes[metric] === 'number' ? format.change(changes[metric]) : undefined;
  const [current, before] = [write(both.current), `after ${write(both.base)}`];
  if (beside === undefined) return `${current} ${before}`;
  // The number beside it may have more days, such as today.
  return current === beside ? before : `(${current} ${before})`;
}
