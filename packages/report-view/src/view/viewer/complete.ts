import { type ReportBodies, REPORTS } from '../../generated/reports.ts';
import type { Answer } from '../answers/answer.ts';
import { MAX_LINES, type Look } from '../context/look.ts';
import type { Host } from '../context/host.ts';
import type { Completion } from '../context/draw.ts';
import { deeper, type Question } from '../questions/question.ts';
import { seriesOf, withSeries } from '../series/series.ts';
import { variantName } from '../texts/names.ts';

type Ask = (question: Question) => Promise<Answer>;

/** Asks for what a picture has beyond its answer: points over time, those of variants, campaigns that a text names. */
export async function complete(
  question: Question,
  answer: Answer,
  { ask, weeksOf }: Pick<Host, 'ask' | 'weeksOf'>,
): Promise<Completion & { answer: Answer }> {
  if (answer.body?.report === 'website_insights') {
    const { id } = answer.body.website;
    const [campaigns, weeks] = await Promise.all([campaignsOf(id, ask), weeksOf?.(id).catch(() => [])]);
    return { answer, campaigns, weeks };
  }
  return withSeries(question, answer, ask);
}

/** Whether the points of variants are drawn and still missing. */
export function needsVariants({ body }: Answer, look: Look, { series, variants }: Completion): boolean {
  return body?.report === 'campaign' && look.byVariant && series !== undefined && variants === undefined;
}

export async function variantPoints(
  question: Question,
  { website, data }: ReportBodies['campaign'],
  groupBy: string,
  ask: Ask,
): Promise<Completion['variants']> {
  const most = data.variants
    .toSorted((one, other) => other.metrics.views - one.metrics.views)
    .slice(0, MAX_LINES);
  const inOrder = data.variants.filter((variant) => most.includes(variant));
  const asked = inOrder.map(async (variant) => ({
    name: variantName(variant),
    points:
      (await seriesOf(
        deeper(question, 'variant', { id: variant.id, website_id: website.id }),
        groupBy,
        ask,
      )) ?? [],
  }));
  return (await Promise.all(asked)).filter(({ points }) => points.length > 0);
}

async function campaignsOf(websiteId: number, ask: Ask): Promise<Completion['campaigns']> {
  const { body } = await ask({
    tool: REPORTS.campaigns.tool,
    args: { website_id: websiteId, per_page: 100, sort: 'views' },
  });
  return body?.report === 'campaigns' ? body.data.campaigns.map(({ id, name }) => ({ id, name })) : [];
}
