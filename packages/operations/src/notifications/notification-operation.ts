import { ServiceError } from '@funnel/domain';
import type { ChannelSettings } from '@funnel/notifications';
import type { OperationContext } from '../operation.ts';
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

/** What a service has that sends notifications; throws if this one does not. */
export function requireSettings({ notifications }: OperationContext): ChannelSettings {
  if (notifications) return notifications;
  throw new ServiceError(
    'not_found',
    'This installation does not send notifications. Its operator switches them on with NOTIFICATIONS_ENCRYPTION_KEY.',
  );
}
