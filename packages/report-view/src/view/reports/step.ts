import type { StepBody } from '../bodies.ts';
import { el } from '../html.ts';
import { elementName, stepName } from '../names.ts';
import type { Draw } from '../page.ts';
import { barTable } from '../parts/bar-table.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { subject } from '../parts/subject.ts';
import { deeper } from '../question.ts';

/** A step and its elements. */
export const step: Draw<StepBody> = ({ website, data }, context) => {
  const { format, open, question, names } = context;
  const rows = data.elements.map((element) => ({
    name: elementName(element, names),
    value: element.metrics.conversions,
    cells: [
      format.count(element.metrics.conversions),
      format.percent(element.metrics.conversion_rate),
      format.money(element.metrics.revenue),
    ],
    open: open && (() => open(deeper(question, 'element', { id: element.id, website_id: website.id }))),
  }));
  const head = ['Element', 'Conversions', 'Conversion rate', 'Revenue'];
  const named = data.elements.map((element) => ({
    name: elementName(element, names),
    metrics: element.metrics,
  }));
  return {
    title: stepName(data, names),
    subtitle: `Step · ${website.name}`,
    parts: [
      ...subject(data.metrics, context),
      ...(rows.length > 0
        ? [
            barTable({ caption: 'Elements and their conversions', head, rows }),
            metricsTable('Element', named, format),
          ]
        : [el('p', {}, 'This step has no elements.')]),
    ],
  };
};
