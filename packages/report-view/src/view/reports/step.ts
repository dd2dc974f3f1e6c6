import { el } from '../browser/html.ts';
import { elementName, stepName } from '../texts/names.ts';
import type { Draw } from '../context/draw.ts';
import { barTable } from '../parts/bar-table.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { subject } from '../parts/subject.ts';
import { deeper } from '../questions/question.ts';

export const step: Draw<'step'> = (body, context) => {
  const { website, data } = body;
  const { format, question, link } = context;
  const { names } = context.extras;
  const elements = data.elements.map((element) => ({ ...element, name: elementName(element, names) }));
  const rows = elements.map(({ id, name, metrics }) => ({
    name: link(name, deeper(question, 'element', { id, website_id: website.id })),
    value: metrics.conversions,
    cells: [
      format.count(metrics.conversions),
      format.percent(metrics.conversion_rate),
      format.money(metrics.revenue),
    ],
  }));
  const head = ['Element', 'Conversions', 'Conversion rate', 'Revenue'];
  return {
    title: stepName(data, names?.steps[data.id]),
    subtitle: `Step · ${website.name}`,
    parts: [
      ...subject(data.metrics, body, context),
      ...(rows.length > 0
        ? [
            barTable({ caption: 'Elements and their conversions', head, rows }),
            metricsTable('Element', elements, context),
          ]
        : [el('p', {}, 'This step has no elements.')]),
    ],
  };
};
