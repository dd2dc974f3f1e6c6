import type { Below } from '../findings/below.ts';
import type { Note } from './note.ts';
import { quoted } from '../output/words.ts';

const MAX_NAMED = 6;

/** "The only variant is 31, its only step 41, with elements 51 (form) and 52 (button)." */
export function below(found: Below | undefined): Note[] {
  if (!found) return [];
  const { variant, steps, elements } = found;
  if (steps.length === 0) return [];
  const ids = steps.map(({ id, name }) => `${id}${bracketed(quoted(name ?? '', ''))}`);
  const stepsText = `${steps.length === 1 ? 'only step' : 'steps'} ${listText(ids)}`;
  const first =
    variant === undefined ? `Its ${stepsText}` : `The only variant is ${variant}, its ${stepsText}`;
  const parts = elements.map(({ id, element_type, name }) => {
    const kind = element_type.replaceAll('_', ' ');
    const called = quoted(name ?? '', '');
    return `${id} (${called ? `${kind} ${called}` : kind})`;
  });
  const last =
    parts.length > 0 ? `, with ${parts.length === 1 ? 'element' : 'elements'} ${listText(parts)}` : '';
  // One step without anything below needs no sentence in the report of its variant.
  if (variant === undefined && parts.length === 0) return [];
  return [{ code: 'below', text: `${first}${last}.` }];
}

function bracketed(text: string): string {
  return text && ` (${text})`;
}

function listText(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMED);
  if (all.length > shown.length) return `${shown.join(', ')} and ${all.length - shown.length} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
