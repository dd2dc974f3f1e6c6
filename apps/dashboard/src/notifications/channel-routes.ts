import { setTimeout as pause } from 'node:timers/promises';
import { parseId } from '@funnel/domain';
import { noticeOf } from '@funnel/pages';
import type { Response } from 'express';
import type { AccountVisits, Visit } from '../account/account-visits.ts';
import { errorsOf, parseWishes } from './channel-form.ts';
import { channelPage, type ChannelPageOptions, pickableFor } from './channel-page.ts';
import {
  type Channel,
  CHANNELS,
  type Delivery,
  readChannel,
  readChoices,
  readDeliveries,
  readMutesOf,
} from './notification-data.ts';
import { type Notice, NOTICES } from './notices.ts';

/** A form about a channel, or its page. */
interface ChannelVisit extends Visit {
  channel: Channel;
}

type View = Pick<ChannelPageOptions, 'input' | 'errors' | 'created' | 'notice'> & { tested?: string };

const NOT_FOUND = 'You have no such notifications. Go back to the list.';
/** How long the page waits for a test to arrive, so that nobody has to reload it. */
const TEST_WAIT_MS = 3_000;
const TEST_PAUSE_MS = 500;

/** `/notifications/channels/:id`: one channel, its log, and its actions. */
export function channelRoutes({ page, form }: AccountVisits): void {
  /** Only for somebody who may change the channel. */
  const about = (handle: (visit: ChannelVisit) => Promise<void>) => async (visit: Visit) => {
    const id = parseId(visit.req.params['id']);
    const channel = id === undefined ? undefined : await readChannel(visit, id);
    await (channel ? handle({ ...visit, channel }) : visit.showNotFound(NOT_FOUND));
  };

  page(
    '/notifications/channels/:id',
    about(async (visit) => {
      const { tested } = visit.req.query;
      const notice = noticeOf(visit.req.query, NOTICES);
      await show(visit, { notice, ...(typeof tested === 'string' && { tested }) });
    }),
    about(async (visit) => {
      const { req, res, channel, ask } = visit;
      const { websites = [] } = (await readChoices(visit)) ?? {};
      const parsed = parseWishes(req.body, pickableFor(channel, websites));
      if (parsed.errors) return show(visit, parsed, 422);
      const body = parsed.input.wishes;
      const changed = await ask({ method: 'PATCH', path: pathOf(channel), body });
      if (!('mistake' in changed)) return back(res, channel, 'changed');
      return show(visit, { input: parsed.input, errors: errorsOf(changed.mistake) }, 422);
    }),
  );

  const action = (name: string, handle: (visit: ChannelVisit) => Promise<void>) =>
    form(`/notifications/channels/:id/${name}`, about(handle));

  for (const to of ['on', 'off'] as const)
    action(to, async ({ res, channel, ask, showNotFound }) => {
      const body = { enabled: to === 'on' };
      const switched = await ask<Channel>({ method: 'PATCH', path: pathOf(channel), body });
      if ('mistake' in switched) return showNotFound(NOT_FOUND);
      // A reader who has unsubscribed is asked first.
      const isAsked = to === 'on' && switched.body.confirmed_at === null;
      return back(res, channel, isAsked ? 'asked-again' : to);
    });

  action('ask', async ({ res, channel, ask }) => {
    const asked = await ask({ method: 'POST', path: pathOf(channel, '/ask') });
    if (!('mistake' in asked)) return back(res, channel, 'asked-again');
    return back(res, channel, asked.mistake.status === 429 ? 'asked-too-often' : 'not-asked');
  });

  action('test', async ({ res, channel, ask, showNotFound }) => {
    const test = await ask<{ delivery_id: string }>({ method: 'POST', path: pathOf(channel, '/test') });
    if (!('mistake' in test))
      return res.redirect(303, `/notifications/channels/${channel.id}?tested=${test.body.delivery_id}`);
    return test.mistake.status === 429 ? back(res, channel, 'tested-too-often') : showNotFound(NOT_FOUND);
  });

  action('secret', async (visit) => {
    const { res, channel, ask, showNotFound } = visit;
    if (channel.kind !== 'webhook') return showNotFound(NOT_FOUND);
    const rotated = await ask<{ secret: string }>({ method: 'POST', path: pathOf(channel, '/secret') });
    if ('mistake' in rotated) return back(res, channel, 'two-secrets');
    const after = (await readChannel(visit, channel.id)) ?? channel;
    const created = { name: channel.name, secret: rotated.body.secret, isRotated: true };
    return show({ ...visit, channel: after }, { created }, 201);
  });

  action('remove', async ({ res, channel, ask, showNotFound }) => {
    const removed = await ask({ method: 'DELETE', path: pathOf(channel) });
    if ('mistake' in removed) showNotFound(NOT_FOUND);
    else res.redirect(303, '/notifications?notice=removed');
  });
}

const pathOf = ({ id }: Channel, end = '') => `${CHANNELS}/${id}${end}`;

const back = (res: Response, { id }: Channel, notice: Notice) =>
  res.redirect(303, `/notifications/channels/${id}?notice=${notice}`);

async function show(visit: ChannelVisit, { tested, ...view }: View, status = 200): Promise<void> {
  const { csrf, channel } = visit;
  const log = await logOf(visit, tested);
  const [choices, mutes] = await Promise.all([readChoices(visit), readMutesOf(visit, channel.id)]);
  const shown = channelPage({ ...view, ...log, csrf, channel, mutes, websites: choices?.websites ?? [] });
  visit.show(status, '/notifications', shown);
}

/** The log; if a test has just been sent, with what became of it within a few seconds. */
async function logOf(visit: ChannelVisit, tested: string | undefined) {
  const { channel, res } = visit;
  let deliveries: Delivery[] = await readDeliveries(visit, channel.id);
  const ofTest = () => deliveries.find((delivery) => delivery.id === tested);
  for (let waited = 0; waited < TEST_WAIT_MS && !res.closed; waited += TEST_PAUSE_MS) {
    const test = ofTest();
    if (!test || test.done_at || test.attempts > 0) break;
    await pause(TEST_PAUSE_MS);
    deliveries = await readDeliveries(visit, channel.id);
  }
  return { deliveries, tested: ofTest() };
}
