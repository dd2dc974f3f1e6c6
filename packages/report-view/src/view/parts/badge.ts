import type { Note } from '../answers/answer.ts';
import type { Variant } from '../answers/bodies.ts';
import type { Verdict } from '../answers/extras.ts';
import { el } from '../browser/html.ts';

const WORDS: Readonly<Partial<Record<Verdict['verdict'], (who: string, variants: number) => string>>> = {
  winner: (who) => `${who} wins`,
  loser: (who) => `${who} loses`,
  earns_most: (who) => `${who} earns most`,
  mixed: () => 'Partly decided',
  no_difference: (_, variants) => `No difference: keep ${variants > 2 ? 'any' : 'either'}`,
  undecided: () => 'Not decided yet',
  ended: () => 'Ended without a winner',
  too_few: () => 'Too early to compare',
};
/** Where the server sends no verdicts, its notes say so of a single experiment. */
const CODES: Readonly<Record<string, Verdict['verdict']>> = {
  variant_wins: 'winner',
  variant_loses: 'loser',
  variant_earns_most: 'earns_most',
  variants_mixed: 'mixed',
  variants_no_difference: 'no_difference',
  variants_undecided: 'undecided',
  experiment_ended: 'ended',
  variants_too_few: 'too_few',
};

export function verdictOf(
  campaignId: number,
  verdicts: readonly Verdict[] | undefined,
  notes: readonly Note[] = [],
): Verdict | undefined {
  const found = verdicts?.find(({ campaign_id: id }) => id === campaignId);
  if (found || verdicts) return found;
  const note = notes.find(({ code }) => Object.hasOwn(CODES, code));
  const verdict = note && CODES[note.code];
  return verdict && { campaign_id: campaignId, verdict, text: note.text };
}

type Tested = Pick<Variant, 'id' | 'variation' | 'traffic_percentage'>;

/** A verdict at a glance: "B wins". Undefined where nothing is known, and for one that only a newer server knows. */
export function verdictWords(
  { verdict, variant_id: id }: Verdict,
  variants: readonly Tested[],
): string | undefined {
  const letter = variants.find((variant) => variant.id === id)?.variation.toUpperCase();
  const tested = variants.filter(({ traffic_percentage: traffic }) => traffic > 0).length;
  return WORDS[verdict]?.(letter ?? 'A variant', tested);
}

/** The same as a badge. The sentence behind it is in its title. */
export function verdictBadge(
  verdict: Verdict | undefined,
  variants: readonly Tested[],
): HTMLElement | undefined {
  const words = verdict && verdictWords(verdict, variants);
  if (words === undefined) return undefined;
  return el('span', { class: `badge ${verdict?.verdict}`, title: verdict?.text ?? '' }, words);
}

export function alarmBadge(text: string, title: string): HTMLElement {
  return el('span', { class: 'badge alarmed', title }, text);
}
