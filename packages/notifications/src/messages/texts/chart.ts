import type { Day } from '@funnel/domain';
import type { CampaignBroke, CountedDay } from '../message.ts';
import type { ReaderFormats } from '../reader-formats.ts';
import type { Chart, Tone } from './message-text.ts';

const CAPTIONS = {
  views: 'Viewers each day',
  conversions: 'Converted each day',
  submissions: 'Submitted a form each day',
  completions: 'Completed it each day',
};

/** Bars of the last days. Those of the break look bad, those after it good. Undefined if there is nothing to see. */
export function chartOf(
  { days, what, since, on }: { days: CountedDay[]; what: CampaignBroke['what']; since: Day; on?: Day },
  formats: ReaderFormats,
): Chart | undefined {
  const values = days.map(({ viewers, count }) => {
    if (what === 'views') return viewers;
    return viewers === 0 ? null : Math.min(1, count / viewers);
  });
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const [first, last] = [days[0], days.at(-1)];
  if (highest === 0 || !first || !last) return undefined;
  const toneOf = (day: Day): Tone => {
    if (day < since) return 'plain';
    return on !== undefined && day >= on ? 'up' : 'down';
  };
  const index = days.findIndex(({ day }) => day === since);
  return {
    caption: CAPTIONS[what],
    highest: what === 'views' ? formats.number(highest) : formats.percent(roundedPercentage(highest)),
    bars: days.map(({ day }, place) => ({
      height: (values[place] ?? null) === null ? null : (values[place] ?? 0) / highest,
      tone: toneOf(day),
      isOver: day !== last.day,
    })),
    first: formats.shortDay(first.day),
    last: formats.shortDay(last.day),
    marked: index < 0 ? undefined : { index, text: formats.shortDay(since) },
  };
}

/** One decimal is enough for a scale. */
function roundedPercentage(share: number): number {
  return Math.round(share * 1000) / 10;
}
