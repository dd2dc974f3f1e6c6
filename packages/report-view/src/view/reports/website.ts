import type { WebsiteBody } from '../bodies.ts';
import { el, opener } from '../html.ts';
import type { Draw } from '../page.ts';
import { subject } from '../parts/subject.ts';
import { deeper } from '../question.ts';

const NEXT = [
  ['campaigns', 'Campaigns'],
  ['experiments', 'Experiments'],
  ['website_insights', 'Insights of the week'],
] as const;

/** A website as a whole. */
export const website: Draw<WebsiteBody> = (body, context) => {
  const { open, question } = context;
  const own = { website_id: body.website.id };
  const links = NEXT.map(([report, text]) => {
    const next =
      report === 'website_insights'
        ? { tool: 'get_website_insights', args: own }
        : deeper(question, report, own);
    return opener(text, open && (() => open(next)));
  });
  return {
    title: body.website.name,
    subtitle: 'Website',
    parts: [
      ...subject(body.data.metrics, context),
      ...(open ? [el('nav', { 'aria-label': 'More about this website' }, ...links)] : []),
    ],
  };
};
