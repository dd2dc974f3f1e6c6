import { percentText } from '../phrases/formats.ts';
import { quoted } from '../phrases/names.ts';

const MAX_NAMED = 3;

/** A variant that was viewed by more or fewer than the split says. */
interface Mismatch {
  part: { letter: string; viewers: number };
  expected: number;
  /** Of all variants. */
  viewers: number;
}

/**
 * That an experiment is not split as configured, and which others are not.
 * @example
 * const mismatch = { part: { letter: 'A', viewers: 700 }, expected: 500, viewers: 1_000 };
 * assert.match(
 *   splitText('Quiz', mismatch, []),
 *   /^“Quiz”: variant A got 70 % of the viewers, not 50 % as configured, which is not chance\./,
 * );
 */
export function splitText(name: string, mismatch: Mismatch, others: readonly string[]): string {
  const { part, expected, viewers } = mismatch;
  const percent = (count: number) => percentText((100 * count) / viewers);
  const names = others.slice(0, MAX_NAMED).map((other) => quoted(other));
  const also = names.length > 0 ? ` The same for ${names.join(', ')}.` : '';
  return `${quoted(name)}: variant ${part.letter} got ${percent(part.viewers)} of the viewers, not ${percent(expected)} as configured, which is not chance. Check the assignment first.${also}`;
}
