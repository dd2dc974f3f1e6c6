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
  name: string;
  variants: TestedVariant[];
}

/** The experiments of a list, or the one of a campaign: at least two variants with traffic. */
export function experimentsIn({ data = {} }: ReportBody): Experiment[] {
  const listed = data.experiments?.map(({ campaign_name, variants }) =>
    experimentOf(campaign_name, variants),
  );
  const own = data.variants ? [experimentOf(data.name ?? '', data.variants)] : [];
  return (listed ?? own).filter(({ variants }) => variants.length > 1);
}

function experimentOf(name: string, variants: readonly NotedVariant[]): Experiment {
  return {
    name,
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
