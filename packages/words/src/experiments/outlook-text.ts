import { type Comparison, groupBy, numberText, openRivals, type Outlook, type Time } from '@funnel/domain';
import { listText } from '../phrases/names.ts';

interface Lettered {
  letter: string;
}

type Compared<Variant> = Pick<Comparison<Variant>, 'variants' | 'settled'>;

const MAX_OPEN = 2;

/** Whether to wait for a decision, and how long. */
export function outlookText<Variant extends Lettered>(outlook: Outlook, compared: Compared<Variant>): string {
  if (outlook.advice === 'wait') {
    const time = outlook.time ? `, ${timeText(outlook.time)} at this traffic` : '';
    return `If it stays so, it takes about ${numberText(outlook.viewers)} more viewers over all variants${time}.`;
  }
  if (outlook.advice === 'unclear')
    return `If it stays so small, a year would not show it; ${numberText(outlook.points)} points, the most that these numbers allow, would take ${timeText(outlook.time)}.`;
  return `End it and keep ${keepText(compared)}: at ${numberText(outlook.weeklyViewers)} viewers a week it would take more than a year to be sure even of ${numberText(outlook.points)} points, the most that these numbers allow.`;
}

/** Which pairs of variants are settled, and which are open: "B and C beat A; between B and C it is open". */
export function settledText<Variant extends Lettered>({ variants, settled }: Compared<Variant>): string {
  // Who is beaten by the same ones is named together.
  const losers = groupBy(
    variants.filter((one) => settled.some(({ worse }) => worse === one)),
    (worse) => namesOf(settled.filter((pair) => pair.worse === worse).map(({ better }) => better)).join('\n'),
  );
  const beaten = [...losers].map(([winners, worse]) => {
    const better = winners.split('\n');
    return `${listText(better)} ${better.length > 1 ? 'beat' : 'beats'} ${listText(namesOf(worse))}`;
  });
  const isSettled = (one: Variant, other: Variant) =>
    settled.some(({ better, worse }) => better === one && worse === other);
  const open = variants.flatMap((one, index) =>
    variants.slice(index + 1).flatMap((other) => (isSettled(one, other) ? [] : [[one, other] as const])),
  );
  const named = open.map((pair) => `between ${listText(namesOf(pair))}`);
  const rest = named.length > MAX_OPEN ? 'between the others it is open' : `${listText(named)} it is open`;
  return [...beaten, ...(open.length > 0 ? [rest] : [])].join('; ');
}

function keepText<Variant extends Lettered>(compared: Compared<Variant>): string {
  const { best, rivals } = openRivals(compared);
  if (compared.settled.length === 0) return rivals.length > 1 ? 'any' : 'either';
  return listText(namesOf([...(best ? [best] : []), ...rivals]), { word: 'or' });
}

function namesOf(all: readonly Lettered[]): string[] {
  return all.map(({ letter }) => letter).toSorted();
}

function timeText({ count, unit }: Time): string {
  return count === 1 ? 'a day' : `${count} ${unit}`;
}
