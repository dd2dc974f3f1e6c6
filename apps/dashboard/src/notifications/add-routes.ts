import { newFormId, noticeOf, textOf } from '@funnel/pages';
import type { Response } from 'express';
import type { AccountVisits, Visit } from '../account/account-visits.ts';
import type { Mistake } from '../account/ask-about-account.ts';
import { type ChannelFormInput, errorsOf, inputOf, parseChannelForm, USUAL_WISHES } from './channel-form.ts';
import { languageOf } from './choices.ts';
import {
  type Channel,
  CHANNELS,
  type Choices,
  readChannels,
  readChoices,
  readEpisodes,
  readMutes,
} from './notification-data.ts';
import { type Notice, NOTICES } from './notices.ts';
import { NOTIFICATIONS_OFF, notificationsPage, type NotificationsPageOptions } from './notifications-page.ts';

type View = Pick<NotificationsPageOptions, 'errors' | 'created' | 'notice'> & { input?: ChannelFormInput };

/** `/notifications`: lists the channels and adds one. `/notifications/email` adds one with a single click. */
export function addRoutes({ page, form }: AccountVisits): void {
  page(
    '/notifications',
    async (visit) => {
      const choices = await choicesOf(visit);
      if (choices) await show(visit, choices, { notice: noticeOf(visit.req.query, NOTICES) });
    },
    async (visit) => {
      const choices = await choicesOf(visit);
      if (!choices) return;
      const parsed = parseChannelForm(visit.req.body, choices.websites);
      if ('errors' in parsed) return show(visit, choices, parsed, 422);
      const added = await add(visit, parsed.asked);
      if ('mistake' in added) return refuse(visit, choices, parsed.input, added.mistake);
      const { channel, secret } = added;
      if (secret === null) return back(visit.res, noticeFor(channel));
      // Sent in the response and not through a redirect, so that the secret is in no address and not stored.
      const created = { name: channel.name, secret, isRotated: false };
      return show(visit, choices, { created }, 201);
    },
  );

  form('/notifications/email', async (visit) => {
    const choices = await choicesOf(visit);
    if (!choices) return;
    const { req, res } = visit;
    const email = addressOf(visit, choices);
    const own = (await readChannels(visit)).filter(({ account_id: accountId }) => accountId === null);
    if (own.some(({ kind, destination }) => kind === 'email' && destination === email))
      return back(res, 'there');
    const wishes = {
      ...USUAL_WISHES,
      name: 'E-mail',
      digest: true,
      language: textOf(req.body, 'language') || 'en-GB',
      time_zone: textOf(req.body, 'time_zone') || 'UTC',
    };
    const added = await add(visit, { ...wishes, kind: 'email', email });
    if (!('mistake' in added)) return back(res, noticeFor(added.channel));
    const { mistake } = added;
    if (mistake.status === 429) return back(res, 'asked-too-often');
    return show(visit, choices, { errors: errorsOf(mistake) }, mistake.status);
  });
}

/** Undefined, after a page that says so, if this installation sends no notifications. */
async function choicesOf(visit: Visit): Promise<Choices | undefined> {
  const choices = await readChoices(visit);
  if (!choices) visit.show(200, '/notifications', NOTIFICATIONS_OFF);
  return choices;
}

const addressOf = ({ email }: Visit, choices: Choices) => choices.email ?? email ?? '';

async function show(visit: Visit, choices: Choices, view: View, status = 200): Promise<void> {
  const { req, csrf } = visit;
  const [channels, mutes, episodes] = await Promise.all([
    readChannels(visit),
    readMutes(visit),
    readEpisodes(visit),
  ]);
  const language = languageOf(req.headers['accept-language']);
  const input = view.input ?? inputOf({ ...USUAL_WISHES, language });
  const shown = notificationsPage({
    ...view,
    input: { ...input, formId: view.errors ? input.formId : newFormId() },
    csrf,
    email: addressOf(visit, choices),
    channels,
    websites: choices.websites,
    mutes,
    episodes,
  });
  visit.show(status, '/notifications', shown);
}

/** Adds a channel, or says what is wrong with it. */
async function add(
  { ask }: Visit,
  body: object,
): Promise<{ channel: Channel; secret: string | null } | { mistake: Mistake }> {
  const answer = await ask<Channel & { secret: string | null }>({ method: 'POST', path: CHANNELS, body });
  if ('mistake' in answer) return answer;
  const { secret, ...channel } = answer.body;
  return { channel, secret };
}

function refuse(visit: Visit, choices: Choices, input: ChannelFormInput, mistake: Mistake) {
  if (mistake.parameter === 'request_id') return back(visit.res, 'already-sent');
  const view = { input: { ...input, formId: newFormId() }, errors: errorsOf(mistake) };
  return show(visit, choices, view, mistake.status);
}

const back = (res: Response, notice: Notice) => res.redirect(303, `/notifications?notice=${notice}`);

const noticeFor = ({ confirmed_at: confirmedAt }: Channel): Notice => (confirmedAt ? 'added' : 'asked');
