import { comparedText } from '../compared-text.ts';
import type { Changed, Comparison } from '../extras.ts';
import type { Format } from '../format.ts';
import { el } from '../html.ts';
import type { PageContext } from '../page.ts';

/** The comparison of an answer, unless somebody asked for none. */
export function comparisonOf({ extras, question }: PageContext, isUsual = true): Comparison | undefined {
  const asked = question.args['previous_period'];
  return (isUsual ? asked !== false : asked === true) ? extras.comparison : undefined;
}

/** The changes of what the answer is about. */
export function wholeOf(comparison: Comparison | undefined): Changed | undefined {
  const { changes, beyond_chance, new_since } = comparison ?? {};
  return (
    changes && beyond_chance && { changes, beyond_chance, ...(new_since !== undefined && { new_since }) }
  );
}

/** A change with its sign, in colour only if it is more than chance. None where there was nothing before; what is new has no percentage. */
export function changeMark(
  { changes, beyond_chance: sure, new_since: since }: Changed,
  metric: string,
  format: Format,
): HTMLElement | undefined {
  if (since !== undefined) {
    const title = `New since ${format.day(since)}, so it is not compared`;
    return el('span', { class: 'change same', title }, 'new');
  }
  const change = changes[metric] ?? undefined;
  if (change === undefined) return undefined;
  const isSure = sure[metric] === true;
  const direction = change > 0 ? 'up' : 'down';
  const title = isSure ? 'More than chance' : 'Could be chance';
  return el('span', { class: `change ${isSure ? direction : 'same'}`, title }, format.change(change));
}

/** Which days are compared, below the numbers of one thing or of a list of several. */
export function comparedDays(comparison: Comparison | undefined, listed?: string): Node[] {
  return comparison ? [el('p', { class: 'compared' }, comparedText(comparison, listed))] : [];
}
