import { dashboardPage } from '../links.ts';
import type { WebsiteSilent } from '../message.ts';
import { websiteName } from '../names.ts';
import type { Said, Telling } from './said.ts';

/** Words for a website without events. */
export function saySilent({ website, lastEventAt, usual }: WebsiteSilent, { formats, links }: Telling): Said {
  const [name, last] = [websiteName(website), new Date(lastEventAt)];
  const href = dashboardPage(links, website);
  const events = Math.round(usual);
  return {
    tone: 'down',
    subject: `No events from ${name}: last event ${formats.shortMoment(last)}`,
    label: 'No data',
    about: name,
    title: `${name} sends no events`,
    lead: `Last event: ${formats.moment(last)}.`,
    details: [
      `On average, about ${formats.number(events)} ${events === 1 ? 'event comes' : 'events come'} within as many hours.`,
    ],
    advice: 'Check whether the website is online, and whether it still sends its events.',
    button: href === undefined ? undefined : { text: 'See the website', href },
    why: 'You get this because messages about missing data are switched on for you.',
  };
}
