import { MAX_ID, parseId } from '@funnel/domain';
import { textOf } from '@funnel/pages';
import type { Clock } from '@funnel/service';
import type { AccountVisits, Visit } from '../account/account-visits.ts';
import { MUTE_TIMES } from './episodes-view.ts';
import { CHANNELS, EPISODES, readChannels } from './notification-data.ts';
import type { Notice } from './notices.ts';

const NOT_FOUND = 'It has ended meanwhile, or it is not yours. Nothing was changed.';
const EPISODE_ID = /^[\da-f-]{36}$/i;
const DAY_MS = 86_400_000;

/** What somebody does about what is broken: say that it is fixed, mute it, lift a mute. */
export function brokenRoutes({ form }: AccountVisits, clock: Clock): void {
  const finish = ({ res, showNotFound }: Visit, isDone: boolean, notice: Notice) => {
    if (isDone) res.redirect(303, `/notifications?notice=${notice}`);
    else showNotFound(NOT_FOUND);
  };

  form('/notifications/episodes/:id/fixed', async (visit) => {
    const id = String(visit.req.params['id']);
    const isId = EPISODE_ID.test(id);
    const said = isId && (await visit.ask({ method: 'POST', path: `${EPISODES}/${id}/fixed` }));
    finish(visit, said && !('mistake' in said), 'fixed');
  });

  form('/notifications/mutes', async (visit) => {
    const campaign = campaignIn(visit);
    const channels = await channelsOf(visit);
    const time = textOf(visit.req.body, 'time');
    if (!campaign || channels.length === 0 || !isMuteTime(time)) return finish(visit, false, 'muted');
    const { days } = MUTE_TIMES[time];
    const until = days === null ? null : new Date(clock().getTime() + days * DAY_MS).toISOString();
    const { websiteId, campaignId } = campaign;
    const body = { website_id: websiteId, campaign_id: campaignId || null, until };
    for (const id of channels) {
      const muted = await visit.ask({ method: 'POST', path: `${CHANNELS}/${id}/mutes`, body });
      if ('mistake' in muted) return finish(visit, false, 'muted');
    }
    return finish(visit, true, 'muted');
  });

  form('/notifications/mutes/lift', async (visit) => {
    const campaign = campaignIn(visit);
    const [channel] = await channelsOf(visit);
    if (!campaign || channel === undefined) return finish(visit, false, 'lifted');
    const { websiteId, campaignId } = campaign;
    const query = `website_id=${websiteId}${campaignId ? `&campaign_id=${campaignId}` : ''}`;
    const lifted = await visit.ask({ method: 'DELETE', path: `${CHANNELS}/${channel}/mutes?${query}` });
    return finish(visit, !('mistake' in lifted), 'lifted');
  });
}

/** The campaign of a form; 0 is the whole website. */
function campaignIn({ req: { body } }: Visit) {
  const websiteId = parseId(textOf(body, 'website'));
  const campaignId = Number(textOf(body, 'campaign') || Number.NaN);
  const isCampaign = Number.isInteger(campaignId) && campaignId >= 0 && campaignId <= MAX_ID;
  return websiteId !== undefined && isCampaign ? { websiteId, campaignId } : undefined;
}

/** The channels of a form: one, or all that are the person's own. */
async function channelsOf(visit: Visit): Promise<number[]> {
  const asked = textOf(visit.req.body, 'channel');
  const isAsked = (id: number, accountId: number | null) =>
    asked === 'mine' ? accountId === null : id === parseId(asked);
  const channels = await readChannels(visit);
  return channels.filter(({ id, account_id: accountId }) => isAsked(id, accountId)).map(({ id }) => id);
}

function isMuteTime(text: string): text is keyof typeof MUTE_TIMES {
  return Object.hasOwn(MUTE_TIMES, text);
}
