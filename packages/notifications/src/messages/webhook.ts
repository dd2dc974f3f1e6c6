import type { Links, Message } from './message.ts';
import { breakDataOf, recoveryDataOf } from './webhook/break-data.ts';
import { digestDataOf } from './webhook/digest-data.ts';
import type { WebhookEvent } from './webhook/events.ts';
import { experimentDataOf } from './webhook/experiment-data.ts';
import { silentDataOf, testDataOf } from './webhook/small-data.ts';

/** What the body of a webhook needs beside the message. */
export interface WebhookContext {
  /** The id of the message: the same in every attempt. */
  id: string;
  /** When it was noticed. */
  createdAt: Date;
  links: Links;
}

/** Writes a message for a program, as Standard Webhooks asks. */
export function webhookBody(message: Message, { id, createdAt, links }: WebhookContext): WebhookEvent {
  const timestamp = createdAt.toISOString();
  switch (message.type) {
    case 'campaign.broke':
    case 'campaign.still_broken':
      return { id, type: message.type, timestamp, data: breakDataOf(message, links) };
    case 'campaign.recovered':
      return { id, type: message.type, timestamp, data: recoveryDataOf(message, links) };
    case 'experiment.decided':
      return { id, type: message.type, timestamp, data: experimentDataOf(message, links) };
    case 'website.silent':
      return { id, type: message.type, timestamp, data: silentDataOf(message, links) };
    case 'digest.weekly':
      return { id, type: message.type, timestamp, data: digestDataOf(message, links) };
    case 'channel.test':
      return { id, type: message.type, timestamp, data: testDataOf(message) };
    case 'channel.off':
    case 'channel.confirm':
    case 'company.people':
      break;
  }
  throw new Error(`${message.type} is not sent to webhooks`);
}
