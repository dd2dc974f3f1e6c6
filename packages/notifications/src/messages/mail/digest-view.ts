import { type Html, html } from '@funnel/pages';
import { type WebsiteText, MARKS, type AmountText, type DigestText } from '../texts/message-text.ts';
import { changeText } from '../texts/text-lines.ts';
import { font, paint, ruled, toneColour } from './look.ts';

const ONE_LINE = 'white-space:nowrap;overflow:hidden;text-overflow:ellipsis';

/** Websites that need attention, then a line for each of the others, then the totals. */
export function digestView(
  { attention, quiet, more, totals, basis }: DigestText,
  dashboard: string | undefined,
): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0;table-layout:fixed">
<tr>${HEADERS}</tr>
${attention.map((line) => [lineView(line, 600), reasonsView(line)])}
${quiet.map((line) => [lineView(line, 400), line.reasons.length + line.insights.length > 0 && reasonsView(line)])}
</table>
${more !== undefined && moreView(more, dashboard)}
${totals.length > 0 && html`<p${ruled({ style: `${font(14, 20, 600)};margin:8px 0 0;padding-top:9px` })}><span${paint({ text: 'quiet', style: 'font-weight:400' })}>Revenue</span> ${totals.map((total, index) => [index > 0 && ' · ', amountView(total), total.after !== undefined && ` ${total.after}`])}</p>`}
${basis !== undefined && html`<p${paint({ text: 'quiet', style: `${font(12, 16)};margin:2px 0 0` })}>${basis}</p>`}`;
}

const HEADERS = [
  header('left', '', 'Website', 'website'),
  header('right', '24%', 'Viewers', 'viewers'),
  header('right', '17%', 'Converted', 'wide'),
  header('right', '28%', 'Revenue', 'revenue'),
];

function header(align: 'left' | 'right', width: string, text: string, name = ''): Html {
  return html`<th scope="col" align="${align}"${width !== '' && html` width="${width}"`}${paint({ text: 'quiet', name, style: `${font(12, 16)};padding:0 0 4px;text-align:${align}` })}>${text}</th>`;
}

/** On a phone without the changes and the rate: they have no place there. */
function lineView({ name, href, numbers }: WebsiteText, weight: number): Html {
  const style = `${font(14, 17, weight)};padding:4px 0`;
  const shown =
    href === undefined
      ? name
      : html`<a href="${href}"${paint({ text: 'text', style: `display:block;${ONE_LINE}` })}>${name}</a>`;
  const cell = (content: Html | string, classes = '') =>
    html`<td align="right"${ruled({ name: classes, style: `${style};white-space:nowrap` })}>${content}</td>`;
  const cells = numbers
    ? [
        cell(amountView(numbers.viewers, 'wide')),
        cell(numbers.rate, 'wide'),
        cell(amountView(numbers.revenue, 'wide')),
      ]
    : [cell('–'), cell('–', 'wide'), cell('–')];
  return html`<tr><td${ruled({ style: `${style};${ONE_LINE}` })}>${shown}</td>${cells}</tr>
`;
}

/** A change has a colour only if it is beyond chance. */
function amountView({ text, change }: AmountText, name = ''): Html {
  if (!change) return html`${text}`;
  const colour = change.tone === 'plain' ? 'quiet' : change.tone;
  return html`${text}<span${paint({ text: colour, name, style: font(12, 17) })}>&nbsp;${changeText(change)}</span>`;
}

function reasonsView({ reasons, insights }: WebsiteText): Html {
  const style = `${font(14, 20)};overflow-wrap:anywhere`;
  return html`<tr><td colspan="4" style="padding:0 0 2px">${reasons.map(
    ({ tone, text }) =>
      html`<div${paint({ text: 'text', style })}><span aria-hidden="true"${paint({ text: toneColour(tone), style: 'font-size:11px' })}>${MARKS[tone]}</span> ${text}</div>`,
  )}${insights.map((text) => html`<div${paint({ text: 'quiet', style })}>${text}</div>`)}</td></tr>
`;
}

function moreView(more: string, dashboard: string | undefined): Html {
  const shown =
    dashboard === undefined ? more : html`<a href="${dashboard}/"${paint({ text: 'accent' })}>${more}</a>`;
  return html`<p${ruled({ text: 'quiet', style: `${font(14, 17)};margin:0;padding:5px 0 0` })}>${shown}</p>`;
}
