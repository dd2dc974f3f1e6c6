import type { Message } from './message.ts';
import type { MessageText, DigestText, MessageContext } from './texts/message-text.ts';
import { textOf } from './texts/text-of.ts';
import { slackText } from './slack-text.ts';
import { sparkline, sparklineCaption, totalsLine, websiteLines } from './texts/text-lines.ts';

/** A text of Block Kit. Only those with our own words and links are marked up. */
type SlackText =
  | { type: 'plain_text'; text: string; emoji: false }
  | { type: 'mrkdwn'; text: string; verbatim: true };

/** A block of Block Kit. */
type SlackBlock =
  | { type: 'header'; text: SlackText }
  | { type: 'section'; text: SlackText }
  | { type: 'context'; elements: SlackText[] };

/** The body for an incoming webhook of Slack. */
export interface SlackBody {
  /** For notifications, and for programs that show no blocks. */
  text: string;
  mrkdwn: false;
  unfurl_links: false;
  unfurl_media: false;
  blocks: SlackBlock[];
}

/** The limits of Slack, in characters. */
const MAX = { header: 150, section: 3000, context: 2000, fallback: 3000 };
const SIGNS = { down: '🔴', up: '🟢', plain: '🔵' };

/** Writes a message for an incoming webhook of Slack. */
export function slackBody(message: Message, context: MessageContext): SlackBody {
  const text = textOf(message, context);
  const { tone, title, lead, subject, chart, rows, details, advice, digest, button, label, about, why } =
    text;
  const table = rows?.map(({ name, value, note }) => `${name}: ${value} (${note})`).join('\n');
  const settings = linkText(context.links.settings, 'Choose what is sent');
  return {
    text: slackText(lead === '' ? subject : `${subject}: ${lead}`, MAX.fallback),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(`${SIGNS[tone]} ${title}`, MAX.header) },
      ...sections([lead, ...details].join('\n')),
      ...(table === undefined ? [] : sections(table)),
      ...(chart ? sections(`${sparklineCaption(chart)}\n${sparkline(chart)}`) : []),
      ...(advice === undefined ? [] : sections(`What to do: ${advice}`)),
      ...(digest ? digestSections(digest) : []),
      ...(button ? [markedUp(linkText(button.href, button.text))].flat() : []),
      {
        type: 'context',
        elements: [plain(contextOf({ label, about, why }), MAX.context), ...marked(settings)],
      },
    ],
  };
}

function contextOf({ label, about, why }: Pick<MessageText, 'label' | 'about' | 'why'>): string {
  return `${about === undefined ? label : `${label} · ${about}`}. ${why}`;
}

function digestSections(digest: DigestText): SlackBlock[] {
  const { attention, quiet, more, basis } = digest;
  const calm = [...quiet.flatMap(websiteLines), more ?? ''];
  return [
    ...attention.flatMap((line) => sections(websiteLines(line).join('\n'))),
    ...sections(calm.filter((text) => text !== '').join('\n')),
    ...sections([totalsLine(digest) ?? '', basis ?? ''].join('\n').trim()),
  ];
}

/** No block for no text: Slack would refuse the message. */
function sections(text: string): SlackBlock[] {
  return text.trim() === '' ? [] : [{ type: 'section', text: plain(text, MAX.section) }];
}

/** Plain, because names are free text: nothing in them is a link, a mention or bold. */
function plain(text: string, maxLength: number): SlackText {
  return { type: 'plain_text', text: slackText(text, maxLength), emoji: false };
}

function markedUp(text: string | undefined): SlackBlock[] {
  return marked(text).map((each) => ({ type: 'section', text: each }));
}

function marked(text: string | undefined): SlackText[] {
  return text === undefined ? [] : [{ type: 'mrkdwn', text, verbatim: true }];
}

/** A link, unless its address is longer than a text may be. */
function linkText(href: string, text: string): string | undefined {
  const link = `<${slackText(href.replaceAll('|', '%7C'), Number.POSITIVE_INFINITY)}|${text}>`;
  return link.length > MAX.context ? undefined : link;
}
