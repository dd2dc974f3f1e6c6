import { plainName, rate } from '@funnel/domain';
import { dashboardPage } from '../links.ts';
import type { Direction, WebsiteWeekLine } from '../message.ts';
import { campaignName, letterName, websiteName } from '../names.ts';
import type { Formats } from '../reader-formats.ts';
import type { DigestLine, SaidAmount, Telling } from './said.ts';

const MAX_REASONS = 3;
const MAX_INSIGHT = 240;

type Reason = DigestLine['reasons'][number];

/** Whether a website has something that its reader should look at. */
export function needsAttention({ broken, decided, beyondChance }: WebsiteWeekLine): boolean {
  const { views, rate: share, orders } = beyondChance;
  return broken.length > 0 || decided.length > 0 || [views, share, orders].some((each) => each !== null);
}

/** Words for the week of a website. The insights only if there is room. */
export function sayWebsite(
  line: WebsiteWeekLine,
  { formats, links }: Telling,
  { hasRoom }: { hasRoom: boolean },
): DigestLine {
  const { week, currency, isCounted, changes, beyondChance } = line;
  return {
    name: websiteName(line),
    href: dashboardPage(links, line),
    numbers: isCounted
      ? {
          viewers: amount(formats.number(week.viewers), changes.viewers, beyondChance.views, formats),
          rate: formats.percent(roundedRate(week)),
          revenue: amount(
            formats.money(week.revenueCents, currency, { isRough: true }),
            changes.revenue,
            beyondChance.revenue,
            formats,
          ),
        }
      : undefined,
    reasons: shortened(reasonsOf(line, formats)),
    insights: hasRoom ? line.insights.map((text) => plainName(text, MAX_INSIGHT)) : [],
  };
}

/** A number and its change, which has a tone only if it is beyond chance. */
export function amount(
  text: string,
  change: number | null,
  beyondChance: Direction,
  formats: Formats,
): SaidAmount {
  const tone = beyondChance ?? 'plain';
  return { text, change: change === null ? undefined : { text: formats.change(change), tone } };
}

/** The most urgent first. */
function reasonsOf(
  { broken, decided, beyondChance, week, previous, newSince, isCounted }: WebsiteWeekLine,
  formats: Formats,
): Reason[] {
  const { views, rate: share, orders } = beyondChance;
  const changed = (what: string, direction: Direction, now: string, before: string): Reason[] =>
    direction === null ? [] : [{ tone: direction, text: `${what}: ${now}, ${direction} from ${before}` }];
  const number = (count: 'viewers' | 'orders') =>
    [formats.number(week[count]), formats.number(previous[count])] as const;
  return [
    ...broken.map(({ campaign, since, what }): Reason => {
      const where = campaign ? campaignName(campaign) : 'all campaigns';
      const day = formats.shortDay(since);
      return {
        tone: 'down',
        text:
          what === 'views' ? `No views of ${where} since ${day}` : `Broken since ${day}: ${what} of ${where}`,
      };
    }),
    ...decided.map(
      ({ campaign, outcome, letter }): Reason => ({
        tone: outcome === 'wins' ? 'up' : 'down',
        text: `Variant ${letterName(letter)} ${outcome} in ${campaignName(campaign)}`,
      }),
    ),
    ...changed(
      'Converted',
      share,
      formats.percent(roundedRate(week)),
      formats.percent(roundedRate(previous)),
    ),
    ...changed('Viewers', views, ...number('viewers')),
    ...changed('Orders', orders, ...number('orders')),
    ...(isCounted ? [] : [{ tone: 'plain', text: 'The week is not counted yet.' } as const]),
    ...(newSince === null
      ? []
      : [
          {
            tone: 'plain',
            text: `New since ${formats.shortDay(newSince)}: no earlier week to compare with`,
          } as const,
        ]),
  ];
}

function shortened(reasons: Reason[]): Reason[] {
  const more = reasons.length - MAX_REASONS;
  if (more <= 0) return reasons;
  const shown = reasons.slice(0, MAX_REASONS - 1);
  return [...shown, { tone: 'plain', text: `and ${more + 1} more` }];
}

/** One decimal is enough beside other numbers. */
function roundedRate({ converted, viewers }: WebsiteWeekLine['week']): number {
  return Math.round(rate(converted, viewers) * 10) / 10;
}
