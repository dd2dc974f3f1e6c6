import { type Share, shareOf } from '@funnel/domain';
import type { NotedVariant, ReportBody } from './report-body.ts';
import { letterOf } from './words.ts';

/** A variant that gets traffic, with the viewers who converted. */
export interface TestedVariant {
  id: number;
  letter: string;
  share: Share;
  weight: number;
}

/** A campaign that splits its traffic. */
export interface Experiment {
  campaignId: number;
  name: string;
  variants: TestedVariant[];
}

/** The experiments of a list, or the one of a campaign: at least two variants with traffic. */
export function experimentsIn({ data = {} }: ReportBody): Experiment[] {
  const listed = data.experiments?.map(({ campaign_id, campaign_name, variants }) =>
    experimentOf({ campaignId: campaign_id, name: campaign_name }, variants),
  );
  const own = data.variants
    ? [experimentOf({ campaignId: data.id ?? 0, name: data.name ?? '' }, data.variants)]
    : [];
  return (listed ?? own).filter(({ variants }) => variants.length > 1);
}

function experimentOf(
  campaign: Pick<Experiment, 'campaignId' | 'name'>,
  variants: readonly NotedVariant[],
): Experiment {
  return {
    ...campaign,
    variants: variants
      .filter(({ traffic_percentage }) => traffic_percentage > 0)
      .map(({ id, variation, traffic_percentage, metrics }) => ({
        id,
        letter: letterOf({ id, variation }),
        share: shareOf(metrics.conversions, metrics.views),
        weight: traffic_percentage,
      })),
  };
}
