import { capitalized, countText } from '@funnel/words';
import type { WeeklyDigest } from '../message.ts';
import { earnedText, needsAttention, websiteText } from './digest-line.ts';
import { MARKS, type MessageText, type TextContext } from './message-text.ts';

/** How many websites a digest shows at most. */
const MAX_LINES = 12;
/** Up to so many, there is room for the insights. */
const MAX_WITH_INSIGHTS = 3;

export function digestText({ week, websites, totals }: WeeklyDigest, context: TextContext): MessageText {
  const { formats, links } = context;
  if (websites.length === 0) throw new Error('A digest without websites is not sent');
  const [urgent, calm] = [websites.filter(needsAttention), websites.filter((each) => !needsAttention(each))];
  const attention = urgent.slice(0, MAX_LINES);
  const quiet = calm.slice(0, MAX_LINES - attention.length);
  const hasRoom = websites.length <= MAX_WITH_INSIGHTS;
  const lineOf = (line: WeeklyDigest['websites'][number]) => websiteText(line, context, { hasRoom });
  const state = stateText(urgent.length, websites.length, context);
  return {
    tone: 'plain',
    subject: `Your week from ${formats.shortDay(week)}: ${state}`,
    label: 'Your week',
    about: `${formats.shortDay(week)} – ${formats.shortDay(week + 6)}`,
    title: capitalized(state),
    lead: '',
    details: [],
    digest: {
      totals: totals.map((total) => ({
        ...earnedText(total, formats),
        after:
          websites.length === 1 ? undefined : `on ${countText(total.websites, 'website', formats.number)}`,
      })),
      attention: attention.map(lineOf),
      quiet: quiet.map(lineOf),
      more: moreText(urgent.length - attention.length, calm.length - quiet.length, context),
      basis: basisText({ week, websites }, context),
    },
    button:
      links.dashboard === undefined ? undefined : { text: 'Open the dashboard', href: `${links.dashboard}/` },
    why: 'You get this because the weekly summary is switched on for you.',
  };
}

/** What could be chance is said to be so. */
function basisText(
  { week, websites }: Pick<WeeklyDigest, 'week' | 'websites'>,
  { formats: { shortDay } }: TextContext,
): string | undefined {
  if (websites.every(({ changes }) => changes.viewers === null && changes.revenue === null)) return undefined;
  const before = `${shortDay(week - 7)} – ${shortDay(week - 1)}`;
  return `Against ${before}. ${MARKS.up} ${MARKS.down}: more than chance; other changes could be chance.`;
}

function stateText(urgent: number, all: number, { formats }: TextContext): string {
  if (all === 1) return urgent === 1 ? 'your website needs attention' : 'all quiet';
  if (urgent === 0) return `all ${formats.number(all)} websites are quiet`;
  return `${formats.number(urgent)} of ${formats.number(all)} websites ${urgent === 1 ? 'needs' : 'need'} attention`;
}

function moreText(urgent: number, quiet: number, context: TextContext): string | undefined {
  const { number } = context.formats;
  const quietOnes = quiet > 0 ? countText(quiet, 'more quiet website', number) : '';
  if (urgent === 0) return quietOnes === '' ? undefined : `and ${quietOnes}`;
  const verb = urgent === 1 ? 'needs' : 'need';
  const urgentOnes = `${countText(urgent, 'more website', number)} that ${verb} attention`;
  return `and ${urgentOnes}${quietOnes === '' ? '' : `, ${quietOnes}`}`;
}
