import { setTimeout as pause } from 'node:timers/promises';
import { parseId, ServiceError } from '@funnel/domain';
import { readCampaignNames, websitesOfUser } from '@funnel/identity';
import {
  askAgain,
  changeChannel,
  type Channel,
  type Delivery,
  findChannel,
  listDeliveries,
  listMutes,
  removeChannel,
  rotateSecret,
  switchChannel,
  testChannel,
} from '@funnel/notifications';
import { allowScript, noticeOf, sendPage } from '@funnel/pages';
import type { Response, Router } from 'express';
import { signedInRoutes, type Visit, type VisitHandler } from '../account/signed-in.ts';
import { refusedField, sendErrorPage } from '../people/forms.ts';
import { channelActorOf, type ChannelDependencies, mayAsk } from './add-routes.ts';
import { fieldOf, parseWishes } from './channel-form.ts';
import { channelPage, type ChannelPageOptions, pickableFor } from './channel-page.ts';
import { type Notice, NOTICES } from './notices.ts';

/** A form about a channel, or its page. */
interface ChannelVisit extends Visit {
  channel: Channel;
}

type View = Pick<ChannelPageOptions, 'input' | 'errors' | 'created' | 'notice'> & { tested?: string };

const NOT_FOUND = {
  title: 'Not found',
  detail: 'You have no such notifications. Go back to the list.',
};
/** How long the page waits for a test to arrive, so that nobody has to reload it. */
const TEST_WAIT_MS = 3_000;
const TEST_PAUSE_MS = 250;

/** `/notifications/channels/:id`: one channel, its log, and its actions. */
export function channelRoutes({ database, people, settings, clock }: ChannelDependencies): Router {
  const { router, page, form } = signedInRoutes(people);

  const notFound = ({ req, res }: Visit) => sendErrorPage(req, res, 404, NOT_FOUND);

  const channelOf = ({ req, person }: Visit) =>
    findChannel(database, { userId: person.id }, parseId(req.params['id']) ?? 0);

  /** Only for somebody who may change the channel. */
  const about =
    (handle: (visit: ChannelVisit) => Promise<void>): VisitHandler =>
    async (visit) => {
      const channel = await channelOf(visit);
      await (channel ? handle({ ...visit, channel }) : notFound(visit));
    };

  /** The log; if a test has just been sent, with what became of it within a few seconds. */
  async function logOf({ channel, person, res }: ChannelVisit, tested: string | undefined) {
    const read = () => listDeliveries(database, { userId: person.id }, channel.id);
    let deliveries: Delivery[] = await read();
    const ofTest = () => deliveries.find((delivery) => delivery.id === tested);
    for (let waited = 0; waited < TEST_WAIT_MS && !res.closed; waited += TEST_PAUSE_MS) {
      const test = ofTest();
      if (!test || test.doneAt || test.attempts > 0) break;
      await pause(TEST_PAUSE_MS);
      deliveries = await read();
    }
    return { deliveries, tested: ofTest() };
  }

  async function show(visit: ChannelVisit, { tested, ...view }: View, status = 200): Promise<void> {
    const { res, person, csrf, channel } = visit;
    const log = await logOf(visit, tested);
    const websites = await websitesOfUser(database, person.id);
    const mutes = await listMutes(database, { userId: person.id }, channel.id);
    const seen = [...log.deliveries, ...mutes].flatMap(({ websiteId, campaignId }) => {
      const website = websites.find(({ id }) => id === websiteId);
      return website && campaignId ? [{ websiteId: website.id, campaignId }] : [];
    });
    allowScript(res);
    const shown = channelPage({
      ...view,
      ...log,
      csrf,
      person,
      channel,
      mutes: mutes.map((mute) => ({ ...mute, channelId: channel.id })),
      websites,
      campaignName: await readCampaignNames(database, seen),
    });
    sendPage(res, status, shown);
  }

  const back = (res: Response, { id }: Channel, notice: Notice) =>
    res.redirect(303, `/notifications/channels/${id}?notice=${notice}`);

  page(
    '/notifications/channels/:id',
    about(async (visit) => {
      const { tested } = visit.req.query;
      const notice = noticeOf(visit.req.query, NOTICES);
      await show(visit, { notice, ...(typeof tested === 'string' && { tested }) });
    }),
    about(async (visit) => {
      const { req, res, person, channel } = visit;
      const websites = await websitesOfUser(database, person.id);
      const parsed = parseWishes(req.body, pickableFor(channel, websites));
      if (parsed.errors) return show(visit, parsed, 422);
      const { wishes } = parsed.input;
      const by = channelActorOf(visit);
      const change = changeChannel(database, { userId: person.id }, channel.id, wishes, by);
      const refused = await change.then(() => undefined).catch(refusedField);
      if (!refused) return back(res, channel, 'changed');
      const errors = { [fieldOf(refused)]: refused.message };
      return show(visit, { input: parsed.input, errors }, 422);
    }),
  );

  const action = (name: string, handle: (visit: ChannelVisit) => Promise<void>) =>
    form(`/notifications/channels/:id/${name}`, about(handle));

  for (const to of ['on', 'off'] as const)
    action(to, async (visit) => {
      const { res, person, channel } = visit;
      await switchChannel(database, { userId: person.id }, channel.id, to, channelActorOf(visit));
      // A reader who has unsubscribed is asked first.
      const after = await channelOf(visit);
      back(res, channel, to === 'on' && after?.confirmedAt === null ? 'asked-again' : to);
    });

  action('ask', async (visit) => {
    const { res, person, channel } = visit;
    if (!(await mayAsk(database, person, clock()))) return back(res, channel, 'asked-too-often');
    const isAsked = await askAgain(database, { userId: person.id }, channel.id, channelActorOf(visit));
    return back(res, channel, isAsked ? 'asked-again' : 'not-asked');
  });

  action('test', async ({ res, person, channel }) => {
    const test = testChannel(database, { userId: person.id }, channel.id, { by: person.email });
    const id = await test.catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'rate_limited') return undefined;
      throw error;
    });
    if (id === undefined) return back(res, channel, 'tested-too-often');
    return res.redirect(303, `/notifications/channels/${channel.id}?tested=${id}`);
  });

  action('secret', async (visit) => {
    const { res, person, channel } = visit;
    const by = channelActorOf(visit);
    const rotated = rotateSecret(database, { userId: person.id }, channel.id, settings, by);
    const secret = await rotated.catch(refusedField);
    if (secret instanceof Error) return back(res, channel, 'two-secrets');
    if (secret === undefined) return notFound(visit);
    const after = (await channelOf(visit)) ?? channel;
    const created = { name: channel.name, secret, isRotated: true };
    return show({ ...visit, channel: after }, { created }, 201);
  });

  action('remove', async (visit) => {
    const { res, person, channel } = visit;
    await removeChannel(database, { userId: person.id }, channel.id, channelActorOf(visit));
    res.redirect(303, '/notifications?notice=removed');
  });
  return router;
}
