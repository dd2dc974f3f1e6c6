import { REPORTS } from '../../generated/reports.ts';
import type { Body } from '../answers/bodies.ts';
import type { TableCell } from './csv.ts';
import type { Series } from '../series/series.ts';
import { tablesOf } from './tables.ts';

export interface ShownTable {
  head: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

export function hasFile({ report }: Body): boolean {
  return report !== 'other' && REPORTS[report].hasRows === true;
}

/** What is shown of a report without rows: its points, its sentences, or its numbers. */
export function shownTable(body: Body, series: Series | undefined): ShownTable {
  if (body.report === 'website_insights') {
    const { week, ai_recommendations: found } = body.data;
    return { head: ['week', 'recommendation'], rows: found.items.map((text) => [week, text]) };
  }
  if (series && series.points.length > 0) {
    const head = Object.keys(series.points[0] ?? {});
    const rows = series.points.map((point) => {
      const values = point as Readonly<Record<string, unknown>>;
      return head.map((name) => cellOf(values[name]));
    });
    return { head, rows };
  }
  const { facts } = tablesOf('data' in body ? body.data : {});
  return { head: ['name', 'value'], rows: facts.map(({ key, value }) => [key, cellOf(value)]) };
}

function cellOf(value: unknown): TableCell {
  if (typeof value === 'number') return { text: String(value), value };
  return typeof value === 'string' ? value : '';
}
