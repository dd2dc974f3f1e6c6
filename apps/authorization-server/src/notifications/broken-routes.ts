import { MAX_ID, parseId } from '@funnel/domain';
import { websitesOfUser } from '@funnel/identity';
import { listChannels, listMutes, muteCampaign, sayFixed, unmuteCampaign } from '@funnel/notifications';
import { textOf } from '@funnel/pages';
import type { Request, Router } from 'express';
import { signedInRoutes, type Visit } from '../account/signed-in.ts';
import { sendErrorPage } from '../people/forms.ts';
import type { Person } from '../people/people.ts';
import { creatable } from '../people/pickable-websites.ts';
import type { ChannelDependencies } from './add-routes.ts';
import { MUTE_TIMES } from './episodes-view.ts';
import type { Notice } from './notices.ts';

const NOT_FOUND = {
  title: 'Not found',
  detail: 'It has ended meanwhile, or it is not yours. Nothing was changed.',
};
const DAY_MS = 86_400_000;

/** What somebody does about what is broken: say that it is fixed, mute it, lift a mute. */
export function brokenRoutes({ database, people, clock }: ChannelDependencies): Router {
  const { router, form } = signedInRoutes(people);

  const finish = ({ req, res }: Visit, isDone: boolean, notice: Notice) => {
    if (isDone) res.redirect(303, `/notifications?notice=${notice}`);
    else sendErrorPage(req, res, 404, NOT_FOUND);
  };

  /** The campaign of a form, if the person may see its website. */
  async function campaignOf({ body }: Request, person: Person) {
    const id = parseId(textOf(body, 'website'));
    const website = (await websitesOfUser(database, person.id)).find((own) => own.id === id);
    const campaignId = Number(textOf(body, 'campaign') || Number.NaN);
    const isCampaign = Number.isInteger(campaignId) && campaignId >= 0 && campaignId <= MAX_ID;
    return website && isCampaign ? { websiteId: website.id, campaignId } : undefined;
  }

  /** The channels of a form: one, or all that are the person's own. */
  async function channelsOf({ body }: Request, { id: userId }: Person): Promise<number[]> {
    const asked = textOf(body, 'channel');
    const channels = await listChannels(database, { userId });
    return channels
      .filter((channel) => (asked === 'mine' ? channel.userId === userId : channel.id === parseId(asked)))
      .map(({ id }) => id);
  }

  form('/notifications/episodes/:id/fixed', async (visit) => {
    const { req, person } = visit;
    const websites = creatable(await websitesOfUser(database, person.id)).map(({ id }) => id);
    const fixed = { episodeId: String(req.params['id']), userId: person.id };
    finish(visit, await sayFixed(database.sql, websites, fixed), 'fixed');
  });

  form('/notifications/mutes', async (visit) => {
    const { req, person } = visit;
    const campaign = await campaignOf(req, person);
    const channels = await channelsOf(req, person);
    const time = textOf(req.body, 'time');
    if (!campaign || channels.length === 0 || !isMuteTime(time)) return finish(visit, false, 'muted');
    const { days } = MUTE_TIMES[time];
    const until = days === null ? null : new Date(clock().getTime() + days * DAY_MS);
    for (const id of channels)
      await muteCampaign(database, { userId: person.id }, id, { ...campaign, until });
    return finish(visit, true, 'muted');
  });

  form('/notifications/mutes/lift', async (visit) => {
    const { req, person } = visit;
    const [channelId = 0] = await channelsOf(req, person);
    const scope = { userId: person.id };
    const [website, campaign] = [textOf(req.body, 'website'), textOf(req.body, 'campaign')];
    const mute = (await listMutes(database, scope, channelId)).find(
      ({ websiteId, campaignId }) => String(websiteId) === website && String(campaignId) === campaign,
    );
    const isLifted = mute !== undefined && (await unmuteCampaign(database, scope, channelId, mute));
    finish(visit, isLifted, 'lifted');
  });
  return router;
}

function isMuteTime(text: string): text is keyof typeof MUTE_TIMES {
  return Object.hasOwn(MUTE_TIMES, text);
}
