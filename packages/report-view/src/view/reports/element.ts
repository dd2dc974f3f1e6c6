import type { ElementBody } from '../bodies.ts';
import type { Draw } from '../page.ts';
import { elementName } from '../names.ts';
import { barTable } from '../parts/bar-table.ts';
import { subject } from '../parts/subject.ts';

/** An element with its answers, question by question, and its products. */
export const element: Draw<ElementBody> = ({ website, data }, context) => {
  const { format, names } = context;
  const questions = [...new Set(data.fields.map(({ field }) => field))];
  const answers = questions.map((question) =>
    barTable({
      caption: question,
      head: ['Answer', 'Count'],
      rows: data.fields
        .filter(({ field }) => field === question)
        .map(({ value, count }) => ({
          name: value ?? 'Other, or free text',
          value: count,
          cells: [format.count(count)],
        })),
    }),
  );
  const products = data.products.map(({ value, selections, orders, revenue }) => ({
    name: value ?? 'Unknown product',
    value: revenue,
    cells: [format.count(selections), format.count(orders), format.money(revenue)],
  }));
  const head = ['Product', 'Selections', 'Orders', 'Revenue'];
  return {
    title: elementName(data, names),
    subtitle: `Element · ${data.element_type.replaceAll('_', ' ')} · ${website.name}`,
    parts: [
      ...subject(data.metrics, context),
      ...answers,
      ...(products.length > 0 ? [barTable({ caption: 'Products by revenue', head, rows: products })] : []),
    ],
  };
};
