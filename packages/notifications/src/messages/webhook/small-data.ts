import { z } from 'zod';
import { dashboardPage } from '../links.ts';
import type { ChannelTest, Links, WebsiteSilent } from '../message.ts';
import { moment, url, website } from './fields.ts';
import { namedOf, urlOf } from './values.ts';

export const silentData = z.object({
  website,
  last_event_at: moment('When the last event was recorded'),
  usual_events: z.number().describe('How many events come within as many hours on average'),
  url,
});

export function silentDataOf(message: WebsiteSilent, links: Links): z.infer<typeof silentData> {
  return {
    website: namedOf(message.website),
    last_event_at: new Date(message.lastEventAt).toISOString(),
    usual_events: Math.round(message.usual),
    ...urlOf(dashboardPage(links, message.website)),
  };
}

export const testData = z.object({
  by: z.string().nullable().describe('Who asked for the test; null for a program'),
});

export function testDataOf({ by }: ChannelTest): z.infer<typeof testData> {
  return { by: by?.toWellFormed() ?? null };
}
