import { el } from '../browser/html.ts';
import type { Draw } from '../context/draw.ts';
import { elementName } from '../texts/names.ts';
import { barTable } from '../parts/bar-table.ts';
import { subject } from '../parts/subject.ts';

/** An element with its answers, question by question, and its products. */
export const element: Draw<'element'> = (body, context) => {
  const { website, data } = body;
  const { format, extras } = context;
  const questions = [...new Set(data.fields.map(({ field }) => field))];
  const answers = questions.map((question) =>
    barTable({
      caption: question,
      head: ['Answer', 'Count'],
      rows: data.fields
        .filter(({ field }) => field === question)
        .map(({ value, count }) => ({
          name: el('span', {}, value ?? 'Other, or free text'),
          value: count,
          cells: [format.count(count)],
        })),
    }),
  );
  const products = data.products.map(({ value, selections, orders, revenue }) => ({
    name: el('span', {}, value ?? 'Unknown product'),
    value: revenue,
    cells: [format.count(selections), format.count(orders), format.money(revenue)],
  }));
  const head = ['Product', 'Selections', 'Orders', 'Revenue'];
  return {
    title: elementName(data, extras.names),
    subtitle: `Element · ${data.element_type.replaceAll('_', ' ')} · ${website.name}`,
    parts: [
      ...subject(data.metrics, body, context),
      ...answers,
      ...(products.length > 0 ? [barTable({ caption: 'Products by revenue', head, rows: products })] : []),
    ],
  };
};
