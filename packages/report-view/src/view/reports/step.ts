import type { StepBody } from '../answers/bodies.ts';
import { el } from '../browser/html.ts';
import { elementName, stepName } from '../texts/names.ts';
import type { Draw } from '../context/draw.ts';
import { barTable } from '../parts/bar-table.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { subject } from '../parts/subject.ts';
import { deeper } from '../questions/question.ts';

/** A step and its elements. */
export const step: Draw<StepBody> = (body, context) => {
  const { website, data } = body;
  const { format, question, link } = context;
  const { names } = context.extras;
  const rows = data.elements.map((element) => ({
    name: link(
      elementName(element, names),
      deeper(question, 'element', { id: element.id, website_id: website.id }),
    ),
    value: element.metrics.conversions,
    cells: [
      format.count(element.metrics.conversions),
      format.percent(element.metrics.conversion_rate),
      format.money(element.metrics.revenue),
    ],
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
      ...subject(data.metrics, body, context),
      ...(rows.length > 0
        ? [
            barTable({ caption: 'Elements and their conversions', head, rows }),
            metricsTable('Element', named, context),
          ]
        : [el('p', {}, 'This step has no elements.')]),
    ],
  };
};
