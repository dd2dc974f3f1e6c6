import { el } from '../browser/html.ts';
import type { Draw } from '../context/draw.ts';
import { attentionList } from '../parts/attention-list.ts';
import { earlierEvents, firstSteps } from '../parts/first-steps.ts';
import { subject } from '../parts/subject.ts';
import { deeper } from '../questions/question.ts';

const NEXT = [
  ['campaigns', 'Campaigns'],
  ['experiments', 'Experiments'],
  ['website_insights', 'Insights of the week'],
] as const;

export const website: Draw<'website'> = (body, context) => {
  const { open, question, link, host } = context;
  const own = { website_id: body.website.id };
  const last = context.extras.activity?.[own.website_id]?.last_event_at ?? undefined;
  const links = NEXT.map(([report, text]) => link(text, deeper(question, report, own)));
  return {
    title: body.website.name,
    subtitle: last === undefined ? 'Website' : `Website · last event received ${context.format.time(last)}`,
    parts: [
      ...firstSteps([body.website], context),
      ...(body.data.metrics.views === 0 ? earlierEvents([body.website], context) : []),
      ...attentionList(context),
      ...subject(body.data.metrics, body, context),
      ...(open && !host?.hasTrail ? [el('nav', { 'aria-label': 'More about this website' }, ...links)] : []),
    ],
  };
};
