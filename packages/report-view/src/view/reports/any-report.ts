import type { Body } from '../answers/bodies.ts';
import type { Format } from '../texts/format.ts';
import { el } from '../browser/html.ts';
import { shown } from '../texts/metrics.ts';
import type { DrawContext, Drawing } from '../context/draw.ts';
import { scrolledTable } from '../parts/number-table.ts';
import { tiles } from '../parts/tiles.ts';
import { type Cell, tablesOf, words } from '../tables/tables.ts';

const MONEY = new Set(['revenue', 'aov']);

/** Any report, as facts and tables. One that deserves more has a file of its own beside this one. */
export function anyReport(body: Body, { format }: DrawContext): Drawing {
  const title = words(body.report === 'other' ? body.name : body.report);
  const { facts, tables } = tablesOf('data' in body ? body.data : {});
  const parts = [
    ...(facts.length > 0
      ? [tiles(facts.map((fact) => ({ label: fact.label, value: textOf(fact, format) })))]
      : []),
    ...tables.map(({ title: caption, head, rows }) =>
      scrolledTable(
        caption,
        head,
        rows.map((row) => row.map((cell) => (cell ? textOf(cell, format) : '–'))),
      ),
    ),
  ];
  return {
    title,
    subtitle: 'website' in body ? (body.website?.name ?? '') : '',
    parts: parts.length > 0 ? parts : [el('p', {}, 'Nothing in these days.')],
  };
}

function textOf({ key, value }: Cell, format: Format): string {
  const name = key.split('.').at(-1) ?? key;
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || name === 'id' || name.endsWith('_id')) return String(value);
  if (key.includes('changes.') || name.endsWith('_change')) return format.change(value);
  return name.endsWith('_rate') || MONEY.has(name) || Number.isInteger(value)
    ? shown(name, value, format)
    : String(value);
}
