import { el } from '../browser/html.ts';
import type { Draw } from '../context/draw.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { verdictBadge, verdictOf } from '../parts/badge.ts';
import { variantExplanation, variantTable } from '../parts/variant-table.ts';
import { deeper } from '../questions/question.ts';
import { variantName } from '../texts/names.ts';

export const experiments: Draw<'experiments'> = ({ website, data }, context) => {
  const { question, link, extras } = context;
  const sections = data.experiments.map(({ campaign_id: id, campaign_name: name, cta_type, variants }) => {
    const verdict = verdictOf(id, extras.verdicts);
    const badge = verdictBadge(verdict, variants);
    return el(
      'section',
      { class: 'experiment' },
      el(
        'h2',
        {},
        link(name, deeper(question, 'campaign', { id, website_id: website.id })),
        ' ',
        el('span', { class: 'detail' }, cta_type),
        badge && ' ',
        badge,
      ),
      variantTable(
        { caption: `Variants of ${name}`, isCaptionHidden: true, variants, websiteId: website.id, verdict },
        context,
      ),
    );
  });
  const rows = data.experiments.flatMap(({ campaign_name: campaign, variants }) =>
    variants.map((variant) => ({ name: `${campaign}: ${variantName(variant)}`, metrics: variant.metrics })),
  );
  return {
    title: 'Experiments',
    subtitle: website.name,
    parts:
      rows.length > 0
        ? [...sections, variantExplanation(context), metricsTable('Variant', rows, context)]
        : [el('p', {}, 'No running experiments.')],
  };
};
