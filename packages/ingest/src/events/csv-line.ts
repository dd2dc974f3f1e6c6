/**
 * The cells of one CSV line (RFC 4180), or nothing when its quotes do not match. One record is one line: a
 * record that runs over several would swallow the rest of a file after a single stray quote.
 */
export function parseCsvLine(line: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      const end = closingQuote(line, at + 1);
      if (end === undefined || (end + 1 < line.length && line[end + 1] !== ',')) return undefined;
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      cells.push(line.slice(at, end));
      at = end;
    }
    if (at >= line.length) return cells;
    at += 1;
  }
}

function closingQuote(line: string, from: number): number | undefined {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at;
  }
  return undefined;
}
