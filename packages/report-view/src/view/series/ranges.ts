/** Days, both ends included: YYYY-MM-DD. */
export interface Range {
  start: string;
  end: string;
}

const DAY_MS = 86_400_000;

/** A window in parts of at most three whole months, which begin and end with a month where the window does not. */
export function quarters(start: string, end: string): Range[] {
  const last = end.slice(0, 10);
  const found: Range[] = [];
  for (let from = start.slice(0, 10); from <= last; ) {
    const [year, month] = from.split('-').map(Number) as [number, number];
    const next = new Date(Date.UTC(year, month - 1 + 3, 1));
    const until = dayOf(next.getTime() - DAY_MS);
    found.push({ start: from, end: until < last ? until : last });
    from = dayOf(next.getTime());
  }
  return found;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
