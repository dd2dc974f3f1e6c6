import type { ChannelSettings } from '@funnel/notifications';
import type { Operation } from '@funnel/operations';
import { channelActions } from './channel-actions.ts';
import { channelOperations } from './channel-operations.ts';
import { episodeOperations } from './episode-operations.ts';
import { muteOperations } from './mute-operations.ts';

/** Every endpoint of notifications, in the order of the API reference. Without settings they answer that nobody is told anything. */
export function notificationOperations(settings: ChannelSettings | undefined): readonly Operation[] {
  return [
    ...channelOperations(settings),
    ...channelActions(settings),
    ...muteOperations(settings),
    ...episodeOperations(settings),
  ];
}
