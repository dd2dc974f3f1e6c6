import type { Operation } from '@funnel/operations';

/** The name of the file that a browser saves: the report, its subject and its days. */
export function csvFileName({ name }: Operation, body: unknown): string {
  const { data, timeframe } = body as {
    data?: { id?: number };
    timeframe?: { range_start: string; range_end: string };
  };
  const report = name.replace(/^(get|list)_/, '').replaceAll('_', '-');
  const days = timeframe && `${timeframe.range_start.slice(0, 10)}-to-${timeframe.range_end.slice(0, 10)}`;
  return `${[report, data?.id, days].filter((part) => part !== undefined).join('-')}.csv`;
}
