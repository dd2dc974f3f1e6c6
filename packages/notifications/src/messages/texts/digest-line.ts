import { isOfFewOrders, plainName, rate } from '@funnel/domain';
import { beforeText, breakLine, campaignName, changedLine, outcomeText, websiteName } from '@funnel/words';
import { dashboardPage } from '../links.ts';
import type { Direction, WebsiteWeekLine, WeekTotal } from '../message.ts';
import type { ReaderFormats } from '../reader-formats.ts';
import type { WebsiteText, AmountText, TextContext } from './message-text.ts';

const MAX_REASONS = 3;
const MAX_INSIGHT = 320;

type Reason = WebsiteText['reasons'][number];

/** Whether a website has something that its reader should look at. */
export function needsAttention({ broken, decided, beyondChance }: WebsiteWeekLine): boolean {
  const { views, rate: share, orders } = beyondChance;
  return broken.length > 0 || decided.length > 0 || [views, share, orders].some((each) => each !== null);
}

/** The text for the week of a website. The insights only if there is room. */
export function websiteText(
  line: WebsiteWeekLine,
  { formats, links }: TextContext,
  { hasRoom }: { hasRoom: boolean },
): WebsiteText {
  const { week, isCounted, changes, beyondChance } = line;
  return {
    name: websiteName(line),
    href: dashboardPage(links, line),
    numbers: isCounted
      ? {
          viewers: amount(formats.number(week.viewers), changes.viewers, beyondChance.views, formats),
          rate: formats.percent(roundedRate(week)),
          revenue: earnedText(
            { ...line, change: changes.revenue, beyondChance: beyondChance.revenue },
            formats,
          ),
        }
      : undefined,
    reasons: shortened(reasonsOf(line, formats)),
    insights: hasRoom ? line.insights.map((text) => plainName(text, MAX_INSIGHT)) : [],
  };
}

/** A number and its change, which has a tone only if it is beyond chance. */
function amount(
  text: string,
  change: number | null,
  beyondChance: Direction,
  formats: ReaderFormats,
): AmountText {
  const tone = beyondChance ?? 'plain';
  return { text, change: change === null ? undefined : { text: formats.change(change), tone } };
}

/** Revenue and its change: of few orders by what it was before, as in reports. */
export function earnedText(
  { currency, week, previous, change, beyondChance }: Omit<WeekTotal, 'websites'>,
  formats: ReaderFormats,
): AmountText {
  const money = (cents: string) => formats.money(cents, currency, { isRough: true });
  const shown = amount(money(week.revenueCents), change, beyondChance, formats);
  if (!shown.change || !isOfFewOrders('revenue', week, previous)) return shown;
  return { ...shown, change: { ...shown.change, text: beforeText(money(previous.revenueCents)) } };
}

/** The most urgent first. */
function reasonsOf(
  { broken, decided, beyondChance, week, previous, newSince, isCounted }: WebsiteWeekLine,
  formats: ReaderFormats,
): Reason[] {
  const { views, rate: share, orders } = beyondChance;
  const changed = (what: string, direction: Direction, now: string, before: string): Reason[] =>
    direction === null ? [] : [{ tone: direction, text: changedLine(what, now, before, direction) }];
  const number = (count: 'viewers' | 'orders') =>
    [formats.number(week[count]), formats.number(previous[count])] as const;
  return [
    ...broken.map(({ campaign, since, what }): Reason => {
      const name = campaign ? campaignName(campaign) : 'all campaigns';
      return { tone: 'down', text: breakLine({ what, since: formats.shortDay(since), name }) };
    }),
    ...decided.map(
      ({ campaign, outcome, letter }): Reason => ({
        tone: outcome === 'wins' ? 'up' : 'down',
        text: `Variant ${outcomeText({ letter, outcome })} in ${campaignName(campaign)}`,
      }),
    ),
    ...changed(
      'Conversion rate',
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
