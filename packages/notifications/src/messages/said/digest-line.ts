import { plainName, rate } from '@funnel/domain';
import { dashboardPage } from '../links.ts';
import type { WebsiteWeekLine } from '../message.ts';
import { campaignName, letterName, websiteName } from '../names.ts';
import type { Formats } from '../reader-formats.ts';
import type { DigestLine, Telling } from './said.ts';

const MAX_REASONS = 3;
const MAX_INSIGHT = 240;

type Reason = DigestLine['reasons'][number];

/** Whether a website has something that its reader should look at. */
export function needsAttention({ broken, decided, beyondChance }: WebsiteWeekLine): boolean {
  const { views, rate: share } = beyondChance;
  return broken.length > 0 || decided.length > 0 || views !== null || share !== null;
}

/** Words for the week of a website. The insights only if there is room. */
export function sayWebsite(
  line: WebsiteWeekLine,
  { formats, links }: Telling,
  { hasRoom }: { hasRoom: boolean },
): DigestLine {
  const { week, previous, currency } = line;
  return {
    name: websiteName(line),
    href: dashboardPage(links, line),
    viewers: formats.number(week.viewers),
    viewersChange: formats.change(week.viewers, previous.viewers),
    rate: formats.percent(roundedRate(week)),
    revenue: formats.money(week.revenueCents, currency, { isRough: true }),
    revenueChange: formats.change(week.revenueCents, previous.revenueCents),
    reasons: shortened(reasonsOf(line, formats)),
    insights: hasRoom ? line.insights.map((text) => plainName(text, MAX_INSIGHT)) : [],
  };
}

/** The most urgent first. */
function reasonsOf(
  { broken, decided, beyondChance, week, previous }: WebsiteWeekLine,
  formats: Formats,
): Reason[] {
  const { views, rate: share } = beyondChance;
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
    ...(share === null
      ? []
      : [
          {
            tone: share,
            text: `Converted: ${formats.percent(roundedRate(week))}, ${share} from ${formats.percent(roundedRate(previous))}`,
          },
        ]),
    ...(views === null ? [] : [{ tone: views, text: viewsText(views, { week, previous }, formats) }]),
  ];
}

function viewsText(
  direction: 'up' | 'down',
  { week, previous }: Pick<WebsiteWeekLine, 'week' | 'previous'>,
  formats: Formats,
): string {
  return `Viewers: ${formats.number(week.viewers)}, ${direction} from ${formats.number(previous.viewers)}`;
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
