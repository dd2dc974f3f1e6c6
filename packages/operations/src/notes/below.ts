import type { Below } from '../findings/below.ts';
import type { Note } from './note.ts';
import { listText, quoted } from '@funnel/words';

const MAX_NAMED = 6;

/** "The only variant is 31, its only step 41, with elements 51 (form) and 52 (button)." */
export function below(found: Below | undefined): Note[] {
  if (!found) return [];
  const { variant, steps, elements } = found;
  if (steps.length === 0) return [];
  const ids = steps.map(({ id, name }) => {
    const called = quoted(name ?? '', '');
    return called === '' ? String(id) : `${id} (${called})`;
  });
  const stepsText = `${steps.length === 1 ? 'only step' : 'steps'} ${listText(ids, { most: MAX_NAMED })}`;
  const first =
    variant === undefined ? `Its ${stepsText}` : `The only variant is ${variant}, its ${stepsText}`;
  const parts = elements.map(
    ({ id, element_type, name }) =>
      `${id} (${`${element_type.replaceAll('_', ' ')} ${quoted(name ?? '', '')}`.trimEnd()})`,
  );
  // One step without anything below needs no sentence in the report of its variant.
  if (variant === undefined && parts.length === 0) return [];
  const kind = parts.length === 1 ? 'element' : 'elements';
  const last = parts.length > 0 ? `, with ${kind} ${listText(parts, { most: MAX_NAMED })}` : '';
  return [{ code: 'below', text: `${first}${last}.` }];
}
