import { type Chart, type DigestLine, MARKS, type SaidDigest } from './said/said.ts';

const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Bars in one line of text. */
export function sparkline({ bars, first, last, marked }: Chart): string {
  const signs = bars.map(({ height }) =>
    height === null ? '·' : LEVELS[Math.min(LEVELS.length - 1, Math.floor(height * LEVELS.length))],
  );
  const parts = marked ? [signs.slice(0, marked.index), signs.slice(marked.index)] : [signs];
  return `${first} ${parts.map((part) => part.join('')).join('|')} ${last}`;
}

/** What the line of bars shows. */
export function sparklineCaption({ caption, highest, marked }: Chart): string {
  return `${caption} (highest ${highest}${marked ? `; | is ${marked.text}` : ''}):`;
}

/** A website that needs attention: its numbers, then why. */
export function attentionLines(line: DigestLine): string[] {
  return [
    quietLine(line),
    ...line.reasons.map(({ tone, text }) => `  ${MARKS[tone]} ${text}`),
    ...line.insights.map((text) => `  ${text}`),
  ];
}

/** A website in one line. */
export function quietLine({
  name,
  viewers,
  viewersChange,
  rate,
  revenue,
  revenueChange,
}: DigestLine): string {
  return `${name}: ${viewers} viewers${changeText(viewersChange)}, ${rate} converted, ${revenue}${changeText(revenueChange)}`;
}

/** The revenue of all websites. */
export function totalsLine({ totals }: SaidDigest): string | undefined {
  return totals.length === 0 ? undefined : `Revenue: ${totals.join(' · ')}`;
}

function changeText(change: string | undefined): string {
  return change === undefined ? '' : ` (${change})`;
}
