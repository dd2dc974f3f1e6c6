import type { ExperimentsBody } from '../bodies.ts';
import { el, opener } from '../html.ts';
import type { Draw } from '../page.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { variantExplanation, variantName, variantTable } from '../parts/variant-table.ts';
import { deeper } from '../question.ts';

/** Running experiments, each with its variants. */
export const experiments: Draw<ExperimentsBody> = ({ website, data }, context) => {
  const { format, open, question } = context;
  const sections = data.experiments.map(({ campaign_id: id, campaign_name: name, cta_type, variants }) =>
    el(
      'section',
      { class: 'experiment' },
      el(
        'h2',
        {},
        opener(name, open && (() => open(deeper(question, 'campaign', { id, website_id: website.id })))),
        ' ',
        el('span', { class: 'detail' }, cta_type),
      ),
      variantTable(`Variants of ${name}`, variants, website.id, context),
    ),
  );
  const rows = data.experiments.flatMap(({ campaign_name: campaign, variants }) =>
    variants.map((variant) => ({ name: `${campaign}: ${variantName(variant)}`, metrics: variant.metrics })),
  );
  return {
    title: 'Experiments',
    subtitle: website.name,
    parts:
      rows.length > 0
        ? [...sections, variantExplanation(context), metricsTable('Variant', rows, format)]
        : [el('p', {}, 'No running experiments.')],
  };
};
