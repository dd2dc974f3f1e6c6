import { changeText, comparedText } from '../texts/compared-text.ts';
import type { Changed, Comparison } from '../answers/extras.ts';
import type { Format } from '../texts/format.ts';
import { el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';

/** The comparison of an answer, unless somebody asked for none. */
export function comparisonOf({ extras, question }: DrawContext, isUsual = true): Comparison | undefined {
  const asked = question.args['previous_period'];
  return (isUsual ? asked !== false : asked === true) ? extras.comparison : undefined;
}

export function wholeOf(comparison: Comparison | undefined): Changed | undefined {
  const { changes, beyond_chance: sure } = comparison ?? {};
  return changes && sure && { ...comparison, changes, beyond_chance: sure };
}

/** A number, and what a change of it stands beside. */
interface Shown {
  metric: string;
  beside: string;
  format: Format;
  write: (value: number) => string;
}

/** A change, in colour only if it is more than chance. None of what is new, and where there is nothing on either side. */
export function changeMark(changed: Changed, shown: Shown): HTMLElement | undefined {
  const text = changeText(changed, shown);
  if (text === undefined) return undefined;
  const isSure = changed.beyond_chance[shown.metric] === true;
  // From nothing there is no percentage, and only one direction.
  const direction = (changed.changes[shown.metric] ?? 1) > 0 ? 'up' : 'down';
  const title = isSure ? 'More than chance' : 'Could be chance';
  return el('span', { class: `change ${isSure ? direction : 'same'}`, title }, text);
}

/** Which days are compared, below the numbers of one thing or of a list of several. */
export function comparedDays(comparison: Comparison | undefined, format: Format, listed?: string): Node[] {
  return comparison ? [el('p', { class: 'compared' }, comparedText(comparison, format, listed))] : [];
}
