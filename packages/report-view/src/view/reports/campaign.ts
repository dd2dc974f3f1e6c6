import type { Draw } from '../context/draw.ts';
import { verdictBadge, verdictOf } from '../parts/badge.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { subject } from '../parts/subject.ts';
import { variantExplanation, variantTable } from '../parts/variant-table.ts';
import { variantName } from '../texts/names.ts';

export const campaign: Draw<'campaign'> = (body, context) => {
  const { website, data } = body;
  const rows = data.variants.map((variant) => ({ name: variantName(variant), metrics: variant.metrics }));
  const verdict = verdictOf(data.id, context.extras.verdicts, context.notes);
  return {
    title: data.name,
    subtitle: `Campaign · ${data.cta_type}, ${data.status} · ${website.name}`,
    badge: verdictBadge(verdict, data.variants),
    parts: [
      ...subject(data.metrics, body, context),
      ...(rows.length > 0
        ? [
            variantTable(
              { caption: 'Variants', variants: data.variants, websiteId: website.id, verdict },
              context,
            ),
            variantExplanation(context),
            metricsTable('Variant', rows, context),
          ]
        : []),
    ],
  };
};
