import type { Answered, Note } from './note.ts';
import { quoted } from './words.ts';

/** What is below a level with one entry, so that nobody has to ask for each level. */
export interface Below {
  /** The only variant; undefined in the report of a variant. */
  variant: number | undefined;
  steps: readonly { id: number; name: string | null }[];
  /** Those of the only step. */
  elements: readonly { id: number; element_type: string; name: string | null }[];
}

const MAX_NAMED = 6;

/** "The only variant is 31, its only step 41, with elements 51 (form) and 52 (button)." */
export function below({ background }: Answered): Note[] {
  if (!background.below) return [];
  const { variant, steps, elements } = background.below;
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
