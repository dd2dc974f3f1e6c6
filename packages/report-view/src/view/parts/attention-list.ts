import { el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';
import { deeper } from '../questions/question.ts';

const MAX_SHOWN = 8;

/** Whether there is such a list. A website that is broken only as a whole has none. */
export function hasAttention({ extras, open }: DrawContext): boolean {
  return open !== undefined && (extras.attention ?? []).length > 0;
}

/** The campaigns that are broken, each a link to its report. */
export function attentionList(context: DrawContext): Node[] {
  if (!hasAttention(context)) return [];
  const { question, link } = context;
  const { attention = [] } = context.extras;
  const items = attention
    .slice(0, MAX_SHOWN)
    .map(({ website_id: websiteId, campaign_id: id, name, text }) =>
      el('li', {}, link(name, deeper(question, 'campaign', { id, website_id: websiteId })), ` ${text}`),
    );
  const more = attention.length - items.length;
  return [
    el(
      'section',
      { class: 'attention', 'aria-label': 'Needs attention' },
      el('h2', {}, 'Needs attention'),
      el('ul', {}, ...items, more > 0 && el('li', {}, `and ${more} more`)),
    ),
  ];
}
