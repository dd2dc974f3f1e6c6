import { type Chart, type WebsiteText, MARKS, type AmountText, type DigestText } from './message-text.ts';

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

/** A website: its numbers, then what there is to say. */
export function websiteLines({ name, numbers, reasons, insights }: WebsiteText): string[] {
  const said = numbers
    ? `${amountText(numbers.viewers, ' viewers')}, ${numbers.rate} converted, ${amountText(numbers.revenue)}`
    : 'no numbers';
  return [
    `${name}: ${said}`,
    ...reasons.map(({ tone, text }) => `  ${MARKS[tone]} ${text}`),
    ...insights.map((text) => `  ${text}`),
  ];
}

export function totalsLine({ totals }: DigestText): string | undefined {
  if (totals.length === 0) return undefined;
  const texts = totals.map((total) => `${amountText(total)}${total.after ? ` ${total.after}` : ''}`);
  return `Revenue: ${texts.join(' · ')}`;
}

/** "5,662 viewers (▲ +61%)". */
function amountText({ text, change }: AmountText, unit = ''): string {
  return `${text}${unit}${change ? ` (${changeText(change)})` : ''}`;
}

/** With its mark only if it is beyond chance. */
export function changeText({ text, tone }: NonNullable<AmountText['change']>): string {
  return tone === 'plain' ? text : `${MARKS[tone]} ${text}`;
}
