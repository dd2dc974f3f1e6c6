import { el } from '../browser/html.ts';
import { stepName, variantName } from '../texts/names.ts';
import type { Draw } from '../context/draw.ts';
import { barTable } from '../parts/bar-table.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { subject } from '../parts/subject.ts';
import { deeper } from '../questions/question.ts';

/** A variant and the funnel of its steps. */
export const variant: Draw<'variant'> = (body, context) => {
  const { website, data } = body;
  const { format, question, countType, link } = context;
  const names = context.extras.names?.steps;
  const steps = data.funnel_steps.map((step) => ({ ...step, name: stepName(step, names?.[step.id]) }));
  const goesOn = steps.map(({ metrics }, index) => {
    const before = steps[index - 1]?.metrics.views ?? 0;
    return before > 0 ? (100 * metrics.views) / before : undefined;
  });
  const worst = Math.min(100, ...goesOn.filter((share) => share !== undefined));
  const rows = steps.map(({ id, name, metrics }, index) => {
    const share = goesOn[index];
    const isWorst = share !== undefined && share === worst && worst < 100 && steps.length > 2;
    const lost = (steps[index - 1]?.metrics.views ?? 0) - metrics.views;
    return {
      name: link(name, deeper(question, 'step', { id, website_id: website.id })),
      value: metrics.views,
      between:
        share === undefined || lost <= 0
          ? undefined
          : `${format.count(lost)} leave here, ${format.percent(100 - share)}${isWorst ? ': the largest drop' : ''}`,
      cells: [
        format.count(metrics.views),
        share === undefined ? '' : format.percent(share),
        format.percent(metrics.conversion_rate),
      ],
    };
  });
  const head = ['Step', countType === 'total' ? 'Views' : 'Viewers', 'Of the step before', 'Conversion rate'];
  return {
    title: variantName(data),
    subtitle: `Variant · ${format.percent(data.traffic_percentage)} of traffic · ${website.name}`,
    parts: [
      ...subject(data.metrics, body, context),
      ...(rows.length > 0
        ? [
            barTable({ caption: 'Funnel of steps', head, rows, isFunnel: true }),
            metricsTable('Step', steps, context),
          ]
        : [el('p', {}, 'This variant has no steps.')]),
    ],
  };
};
