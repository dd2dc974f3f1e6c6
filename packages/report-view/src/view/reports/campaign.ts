import type { CampaignBody } from '../bodies.ts';
import type { Draw } from '../page.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { subject } from '../parts/subject.ts';
import { variantExplanation, variantName, variantTable } from '../parts/variant-table.ts';

/** A campaign and its variants. */
export const campaign: Draw<CampaignBody> = ({ website, data }, context) => {
  const rows = data.variants.map((variant) => ({ name: variantName(variant), metrics: variant.metrics }));
  return {
    title: data.name,
    subtitle: `Campaign · ${data.cta_type}, ${data.status} · ${website.name}`,
    parts: [
      ...subject(data.metrics, context),
      ...(rows.length > 0
        ? [
            variantTable('Variants', data.variants, website.id, context),
            variantExplanation(context),
            metricsTable('Variant', rows, context.format),
          ]
        : []),
    ],
  };
};
