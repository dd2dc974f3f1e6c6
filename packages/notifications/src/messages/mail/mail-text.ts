import type { Links } from '../message.ts';
import type { MessageText, DigestText } from '../texts/message-text.ts';
import { sparkline, sparklineCaption, totalsLine, websiteLines } from '../texts/text-lines.ts';

/** The text part of a mail: the same as its HTML says. */
export function mailText(
  { label, about, title, lead, details, advice, rows, chart, digest, button, why }: MessageText,
  links: Links,
): string {
  const blocks = [
    [`${label}${about === undefined ? '' : ` · ${about}`}`, title],
    [lead],
    chart ? [sparklineCaption(chart), sparkline(chart)] : [],
    rows?.map(({ name, value, note }) => `${name}: ${value} (${note})`) ?? [],
    details,
    advice === undefined ? [] : [`What to do: ${advice}`],
    ...(digest ? digestBlocks(digest) : []),
    button ? [`${button.text}:`, button.href] : [],
    ['-- ', why, ...footerLines(links)],
  ];
  const texts = blocks.map((lines) => lines.filter((line) => line !== '').join('\n'));
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`;
}

function digestBlocks(digest: DigestText): string[][] {
  const { attention, quiet, more, basis } = digest;
  return [
    ...attention.map(websiteLines),
    [...quiet.flatMap(websiteLines), more ?? ''],
    [totalsLine(digest) ?? '', basis ?? ''],
  ];
}

/** What is sent once leaves no choice. */
function footerLines({ settings, unsubscribe }: Links): string[] {
  return unsubscribe === undefined ? [] : [`Choose what is sent: ${settings}`, `Unsubscribe: ${unsubscribe}`];
}
