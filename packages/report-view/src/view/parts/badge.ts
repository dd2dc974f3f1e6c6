import type { Note } from '../answer.ts';
import type { Variant } from '../bodies.ts';
import type { Verdict } from '../extras.ts';
import { el } from '../html.ts';

const WORDS = {
  undecided: 'Not decided yet',
  too_few: 'Too few viewers yet',
} as const;
/** Where the server sends no verdicts, its notes say so of a single experiment. */
const CODES: Readonly<Record<string, Verdict['verdict']>> = {
  variant_wins: 'winner',
  variant_loses: 'loser',
  variants_undecided: 'undecided',
  variants_too_few: 'too_few',
};

/** The verdict on a campaign, if there is one. */
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

/** A verdict at a glance: "B wins". The sentence behind it is in its title. */
export function verdictBadge(
  verdict: Verdict | undefined,
  variants: readonly Pick<Variant, 'id' | 'variation'>[],
): HTMLElement | undefined {
  if (!verdict || verdict.verdict === 'none') return undefined;
  const { verdict: outcome, variant_id: id, text } = verdict;
  const letter = variants.find((variant) => variant.id === id)?.variation.toUpperCase();
  const who = letter ?? 'A variant';
  const words = outcome === 'winner' ? `${who} wins` : outcome === 'loser' ? `${who} loses` : WORDS[outcome];
  return el('span', { class: `badge ${outcome}`, title: text }, words);
}

/** A badge of a thing that needs attention. */
export function alarmBadge(text: string, title: string): HTMLElement {
  return el('span', { class: 'badge alarmed', title }, text);
}
