import { ServiceError } from '@funnel/domain';
import { listEpisodes, sayFixed } from '@funnel/notifications';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { choice } from '../parameters/kinds.ts';
import { parameter } from '../parameters/parameter.ts';
import { oneOfWebsites, websiteIds } from '../parameters/shared.ts';
import { episodeBody, episodeSchema } from './channel-schema.ts';
import { withChannels } from './channels-of-caller.ts';
import { NOTIFICATIONS } from './notification-operation.ts';

const PATH = '/beyond-v1/notifications/episodes';

const state = choice('state', ['open', 'all'], {
  code: 'invalid_status',
  fallback: 'open',
  description: 'open: what lasts now. all: also what has ended.',
});
const episodeId = parameter('episode_id', z.guid(), {
  code: 'invalid_id',
  rule: 'the id of an episode, a UUID',
  description: 'The id of an episode.',
});

/** Lists what is broken, and notes that somebody has fixed it. */
export const episodeOperations = [
  defineOperation({
    ...NOTIFICATIONS,
    websiteRule: 'some',
    name: 'list_notification_episodes',
    title: 'What is broken',
    method: 'GET',
    path: PATH,
    summary: 'Breaks, verdicts and silence that last, or have ended',
    description:
      'The newest 100 episodes of the websites. Each is told once to every channel that wants to know.',
    parameters: { website_id: oneOfWebsites, website_ids: websiteIds, state },
    output: z
      .object({ episodes: z.array(episodeSchema).describe('The newest first.') })
      .meta({ id: 'NotificationEpisodes' }),
    errors: ['not_found'],
    example: { parameters: { state: 'open' } },
    async run(context, input) {
      const ids = context.websites.map(({ id }) => id);
      const episodes = await withChannels(context, ({ connection }) =>
        listEpisodes(connection, ids, { isOpen: input.state === 'open' }),
      );
      return { body: { episodes: episodes.map(episodeBody) } };
    },
  }),
  defineOperation({
    ...NOTIFICATIONS,
    name: 'mark_episode_fixed',
    title: 'Say that a break is fixed',
    method: 'POST',
    path: `${PATH}/{episode_id}/fixed`,
    summary: 'Nobody is reminded of it for a week',
    description:
      'Notes that somebody has fixed a break. It ends when the numbers say so; until then nobody is reminded of it for a week.',
    parameters: { episode_id: episodeId },
    output: z.object({ message: z.string() }).meta({ id: 'FixedNotificationEpisode' }),
    errors: ['not_found'],
    example: { parameters: { episode_id: '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64' } },
    async run(context, { episode_id }) {
      const said = { episodeId: episode_id, userId: context.caller.actorId };
      const isSaid = await withChannels(context, ({ connection, person }) => {
        // A reader reads. Whoever is one cannot make a token with this scope but that of the dashboard.
        const mine = context.websites.filter(({ accountId }) => person?.roles.get(accountId) !== 'reader');
        return sayFixed(
          connection,
          mine.map(({ id }) => id),
          said,
        );
      });
      if (!isSaid)
        throw new ServiceError(
          'not_found',
          'There is no such break of the websites of this token that lasts.',
          { parameter: 'episode_id' },
        );
      return { body: { message: 'Noted. You are told when it works again.' } };
    },
  }),
] as const;
