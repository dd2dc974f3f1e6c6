import { dateText, dayOf, numberText, rate } from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { explainRate, type RateCause, type RateChange, type RateParts } from './rate-parts.ts';
import { roundedPoints, signed } from './words.ts';

/** Why the conversion rate changed: first what can be repeated to a manager, then the figures. */
export function rateChange({ background: { rates }, now }: Answered): Note[] {
  const change = rates && explainRate(rates);
  if (!rates || !change || change.total === 0 || !isMoreThanSwing(change)) return [];
  const because = change.cause ? `, mainly because ${causeText(change.cause, rates, change, now)}` : '';
  const text = `Conversion rate ${points(change.total)} points${change.isBeyondChance ? ', beyond chance' : ''}${because}. ${figures(change, rates)}`;
  return [{ code: 'conversion_rate_change', text }];
}

/** Whether the change is more than what a rate does without a cause. */
export function isMoreThanSwing({ isBeyondChance, isByNews }: RateChange): boolean {
  return isBeyondChance || isByNews;
}

function causeText(
  cause: RateCause,
  { kind, whole, isOfPeople, splitChangedOn }: RateParts,
  { total }: RateChange,
  now: Date,
): string {
  const better = total > 0 ? 'better' : 'worse';
  switch (cause.kind) {
    case 'began':
    case 'ended': {
      const { part, without } = cause;
      const [share, all] = cause.kind === 'began' ? [part.now, whole.now] : [part.before, whole.before];
      const whom = isOfPeople ? 'viewers' : 'views';
      const who = `${numberText(rate(share.of, all.of))} % of the ${whom}, ${numberText(share.rate)} % converted`;
      const verb = cause.kind === 'began' ? `began on ${dateText(part.beganOn ?? 0, dayOf(now))}` : 'ended';
      return `${part.name} ${verb} (${who}; without it ${points(without)})`;
    }
    case 'part': {
      const { name, now: after, before } = cause.part;
      return `${name} converts ${numberText(after.rate)} %, after ${numberText(before.rate)} %`;
    }
    case 'mix':
      if (splitChangedOn !== undefined) return `the split changed on ${dateText(splitChangedOn, dayOf(now))}`;
      return `more went to ${kind} that convert ${better}`;
    default:
      return `the ${kind} convert ${better} than before`;
  }
}

/** "Mix of campaigns +1, their own rates +2, people who saw several −0.2." */
function figures({ mix, own, rest }: RateChange, { kind }: RateParts): string {
  const parts = [
    `Mix of ${kind} ${points(mix)}`,
    `their own rates ${points(own)}`,
    ...(rest === 0 ? [] : [`people who saw several ${points(rest)}`]),
  ];
  return `${parts.join(', ')}.`;
}

function points(hundredths: number): string {
  return signed(roundedPoints(hundredths / 100));
}
