import { identifier } from '../parameters/kinds.ts';
import type { Parameter } from '../parameters/parameter.ts';

/** What all operations of notifications share: they are about all websites of the token. */
export const NOTIFICATIONS = {
  scope: 'notifications',
  tag: 'Notifications',
  websiteRule: 'all',
  transaction: 'none',
  caching: 'no-store',
} as const;

/** The channel of the path. */
export const channelId: Parameter<number> = identifier({ description: 'The id of a channel.' });
