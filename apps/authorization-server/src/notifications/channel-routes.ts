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
import { allowScript, errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { fromSender, personAt } from '../account/signed-in.ts';
import { actorOf } from '../people/actor.ts';
import { parseForm } from '../people/forms.ts';
import type { Person } from '../people/people.ts';
import { type AddDependencies, mayAsk } from './add-routes.ts';
import { fieldOf, parseWishes } from './channel-form.ts';
import { channelPage, type ChannelPageOptions, pickableFor } from './channel-page.ts';
import { type Notice, readNotice } from './notices.ts';

type View = Pick<ChannelPageOptions, 'input' | 'errors' | 'created' | 'notice'> & { tested?: string };

const NOT_FOUND = {
  title: 'Not found',
  detail: 'You have no such notifications. Go back to the list.',
};
/** How long the page waits for a test to arrive, so that nobody has to reload it. */
const TEST_WAIT_MS = 3_000;
const TEST_PAUSE_MS = 250;

/** `/notifications/channels/:id`: one channel, its log, and its actions. */
export function channelRoutes({ database, people, settings, clock }: AddDependencies): Router {
  const notFound = (req: Request, res: Response) =>
    sendPage(res, 404, errorPage({ ...NOT_FOUND, requestId: requestIdOf(req) }));

  const channelOf = (req: Request, person: Person) =>
    findChannel(database, { userId: person.id }, parseId(req.params['id']) ?? 0);

  /** The log; if a test has just been sent, with what became of it within a few seconds. */
  async function logOf({ id }: Channel, person: Person, tested: string | undefined, res: Response) {
    const read = () => listDeliveries(database, { userId: person.id }, id);
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

  async function show(
    req: Request,
    res: Response,
    { person, channel, status = 200 }: { person: Person; channel: Channel; status?: number },
    { tested, ...view }: View = {},
  ): Promise<void> {
    const scope = { userId: person.id };
    const log = await logOf(channel, person, tested, res);
    const websites = await websitesOfUser(database, person.id);
    const mutes = await listMutes(database, scope, channel.id);
    const seen = [...log.deliveries, ...mutes].flatMap(({ websiteId, campaignId }) => {
      const website = websites.find(({ id }) => id === websiteId);
      return website && campaignId ? [{ websiteId: website.id, campaignId }] : [];
    });
    allowScript(res);
    const page = channelPage({
      ...view,
      ...log,
      csrf: people.csrfToken(req, res),
      person,
      channel,
      mutes: mutes.map((mute) => ({ ...mute, channelId: channel.id })),
      websites,
      campaignName: await readCampaignNames(database, seen),
    });
    sendPage(res, status, page);
  }

  /** Handles a form about a channel that the person may change. */
  const about = (
    handle: (req: Request, res: Response, person: Person, channel: Channel) => Promise<void>,
  ): RequestHandler =>
    fromSender(people, async (req, res, person) => {
      const channel = await channelOf(req, person);
      await (channel ? handle(req, res, person, channel) : notFound(req, res));
    });

  const byPerson = (req: Request, person: Person) => ({ ...actorOf(req, person), email: person.email });
  const back = (res: Response, { id }: Channel, notice: Notice) =>
    res.redirect(303, `/notifications/channels/${id}?notice=${notice}`);

  /** Switches, and says so; a reader who has unsubscribed is asked first. */
  const switchTo = (to: 'on' | 'off') =>
    about(async (req, res, person, channel) => {
      const by = byPerson(req, person);
      await switchChannel(database, { userId: person.id }, channel.id, to, by);
      const after = await channelOf(req, person);
      back(res, channel, to === 'on' && after?.confirmedAt === null ? 'asked-again' : to);
    });

  const handlers: Record<string, RequestHandler> = {
    on: switchTo('on'),
    off: switchTo('off'),
    ask: about(async (req, res, person, channel) => {
      if (!(await mayAsk(database, person, clock()))) return back(res, channel, 'asked-too-often');
      const isAsked = await askAgain(database, { userId: person.id }, channel.id, byPerson(req, person));
      return back(res, channel, isAsked ? 'asked-again' : 'not-asked');
    }),
    test: about(async (_req, res, person, channel) => {
      const test = testChannel(database, { userId: person.id }, channel.id, { by: person.email });
      const id = await test.catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'rate_limited') return undefined;
        throw error;
      });
      if (id === undefined) return back(res, channel, 'tested-too-often');
      return res.redirect(303, `/notifications/channels/${channel.id}?tested=${id}`);
    }),
    secret: about(async (req, res, person, channel) => {
      const by = byPerson(req, person);
      const rotated = rotateSecret(database, { userId: person.id }, channel.id, settings, by);
      const secret = await rotated.catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'invalid_field') return null;
        throw error;
      });
      if (secret === null) return back(res, channel, 'two-secrets');
      if (secret === undefined) return notFound(req, res);
      const after = (await channelOf(req, person)) ?? channel;
      const created = { name: channel.name, secret, isRotated: true };
      return show(req, res, { person, channel: after, status: 201 }, { created });
    }),
    remove: about(async (req, res, person, channel) => {
      await removeChannel(database, { userId: person.id }, channel.id, byPerson(req, person));
      res.redirect(303, '/notifications?notice=removed');
    }),
  };

  const router = Router();
  router
    .route('/notifications/channels/:id')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (!person) return;
      const channel = await channelOf(req, person);
      if (!channel) return notFound(req, res);
      const { notice, tested } = req.query;
      const view = { notice: readNotice(notice), ...(typeof tested === 'string' && { tested }) };
      await show(req, res, { person, channel }, view);
    })
    .post(
      parseForm,
      about(async (req, res, person, channel) => {
        const websites = await websitesOfUser(database, person.id);
        const parsed = parseWishes(req.body, pickableFor(channel, websites));
        if ('errors' in parsed) return show(req, res, { person, channel, status: 422 }, parsed);
        const by = byPerson(req, person);
        const change = changeChannel(database, { userId: person.id }, channel.id, parsed.wishes, by);
        const refused = await change.then(() => undefined).catch(refusalOf);
        if (!refused) return back(res, channel, 'changed');
        const errors = { [fieldOf(refused)]: refused.message };
        return show(req, res, { person, channel, status: 422 }, { input: parsed.input, errors });
      }),
    )
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  for (const [name, handle] of Object.entries(handlers))
    router
      .route(`/notifications/channels/:id/${name}`)
      .all(pageHeaders)
      .post(parseForm, handle)
      .all(methodNotAllowed('POST'));
  return router;
}

function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.code === 'invalid_field') return error;
  throw error;
}
