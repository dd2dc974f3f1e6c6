import { type Html, html, htmlDocument } from '@funnel/pages';
import type { Links } from '../message.ts';
import type { MessageText, TextRow } from '../texts/message-text.ts';
import { chartView } from './chart-view.ts';
import { digestView } from './digest-view.ts';
import { totalsLine } from '../texts/text-lines.ts';
import { COLOURS, font, paint, ruled, STYLE, toneColour, toneGround } from './look.ts';

/** The HTML of a mail: one card, without pictures or scripts. */
export function mailPage(text: MessageText, links: Links): string {
  const { subject, lead, details, title, advice, rows, chart, digest, button } = text;
  const preview = lead === '' ? ((digest && totalsLine(digest)) ?? '') : lead;
  return htmlDocument(html`<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
${STYLE}
</head>
<body${paint({ ground: 'raised', name: 'outside', style: 'margin:0;padding:0;-webkit-text-size-adjust:100%' })}>
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"${paint({ ground: 'raised', name: 'outside', style: 'padding:14px 16px' })}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:0 0 10px">${BRAND}</td></tr>
<tr><td align="left"${paint({ ground: 'ground', name: 'card bordered', style: `border:1px solid ${COLOURS.line[0]};border-radius:12px;padding:22px 28px` })}>
${labelView(text)}
<h1${paint({ text: 'text', name: 'title', style: `${font(22, 28, 650)};margin:10px 0 0;letter-spacing:-0.01em;overflow-wrap:anywhere` })}>${title}</h1>
${lead !== '' && html`<p${paint({ text: 'text', style: `${font(16, 24)};margin:10px 0 0;overflow-wrap:anywhere` })}>${lead}</p>`}
${chart && chartView(chart)}
${rows && rowsView(rows)}
${details.length > 0 && html`<p${paint({ text: 'text', style: `${font(15, 22)};margin:14px 0 0;overflow-wrap:anywhere` })}>${details.join(' ')}</p>`}
${advice !== undefined && adviceView(advice)}
${digest && digestView(digest, links.dashboard)}
${button && buttonView(button, digest !== undefined)}
</td></tr>
<tr><td align="left"${paint({ text: 'quiet', style: `${font(12, 18)};padding:12px 4px 0` })}>${footerView(text, links)}</td></tr>
</table>
</td></tr></table>
</main>
</body>
</html>
`);
}

const BRAND = html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="26" height="26" align="center" aria-hidden="true"${paint({ text: 'on-accent', ground: 'accent', style: `${font(13, 26, 700)};border-radius:7px` })}>▼</td>
<td${paint({ text: 'text', style: `${font(15, 26, 650)};padding-left:10px;letter-spacing:-0.01em` })}>Funnel Reporting</td>
</tr></table>`;

function labelView({ tone, label, about }: MessageText): Html {
  return html`<p${paint({ text: 'quiet', style: `${font(13, 22)};margin:0;overflow-wrap:anywhere` })}><span${paint({ text: toneColour(tone), ground: toneGround(tone), style: `${font(12, 22, 650)};display:inline-block;padding:0 9px;border-radius:11px` })}>${label}</span>${about !== undefined && html`&nbsp; ${about}`}</p>`;
}

function adviceView(advice: string): Html {
  return html`<p${paint({ text: 'text', ground: 'raised', style: `${font(15, 22)};margin:18px 0 0;padding:12px 16px;border-radius:8px;overflow-wrap:anywhere` })}><strong>What to do:</strong> ${advice}</p>`;
}

function rowsView(rows: readonly TextRow[]): Html {
  const header = (align: 'left' | 'right', text: string) =>
    html`<th scope="col" align="${align}"${paint({ text: 'quiet', style: `${font(12, 16)};padding:0 0 6px;text-align:${align}` })}>${text}</th>`;
  const rowView = ({ name, value, note, isMain }: TextRow) => {
    const style = `${font(15, 22, isMain ? 650 : 400)};padding:8px 0`;
    return html`<tr><td${ruled({ style: `${style};overflow-wrap:anywhere` })}>${name}</td><td align="right"${ruled({ style: `${style} 8px 12px;white-space:nowrap` })}>${value}</td><td align="right"${ruled({ style: `${style} 8px 12px;white-space:nowrap` })}>${note}</td></tr>
`;
  };
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:18px 0 0">
<tr>${header('left', 'Variant')}${header('right', 'Converted')}${header('right', 'Viewers')}</tr>
${rows.map(rowView)}</table>`;
}

function buttonView({ text, href }: { text: string; href: string }, isClose: boolean): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:${isClose ? 14 : 22}px 0 0"><tr><td${paint({ ground: 'accent', style: 'border-radius:8px' })}><a href="${href}"${paint({ text: 'on-accent', style: `${font(15, 20, 600)};display:inline-block;padding:${isClose ? 9 : 12}px 20px` })}>${text}</a></td></tr></table>`;
}

function footerView({ why }: MessageText, { settings, unsubscribe }: Links): Html {
  const link = (href: string, text: string) =>
    html`<a href="${href}"${paint({ text: 'quiet', style: 'text-decoration:underline' })}>${text}</a>`;
  return html`${why}<br>
${unsubscribe !== undefined && html`${link(settings, 'Choose what is sent')} · ${link(unsubscribe, 'Unsubscribe')}`}`;
}
