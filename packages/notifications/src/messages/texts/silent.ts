import { silenceText, websiteName } from '@funnel/words';
import { dashboardPage } from '../links.ts';
import type { WebsiteSilent } from '../message.ts';
import type { MessageText, TextContext } from './message-text.ts';

export function silentText(
  { website, lastEventAt, usual }: WebsiteSilent,
  { formats, links }: TextContext,
): MessageText {
  const [name, last] = [websiteName(website), new Date(lastEventAt)];
  const href = dashboardPage(links, website);
  return {
    tone: 'down',
    subject: `No events from ${name}: last event ${formats.shortMoment(last)}`,
    label: 'No data',
    about: name,
    title: `${name} sends no events`,
    lead: `Last event: ${formats.moment(last)}.`,
    details: [silenceText(usual, formats)],
    advice: 'Check whether the website is online, and whether it still sends its events.',
    button: href === undefined ? undefined : { text: 'See the website', href },
    why: 'You get this because messages about missing data are switched on for you.',
  };
}
