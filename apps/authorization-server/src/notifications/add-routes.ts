import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { consumeThrottle, findUser, normalizeEmail, websitesOfUser } from '@funnel/identity';
import {
  addChannel,
  type ChannelSettings,
  type ChannelTarget,
  listAllMutes,
  listChannels,
  listEpisodes,
  type NewChannel,
} from '@funnel/notifications';
import { allowScript, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { fromSender, personAt } from '../account/signed-in.ts';
import { actorOf } from '../people/actor.ts';
import { isFirstSubmission, newFormId } from '../people/first-submission.ts';
import { parseForm, textOf } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { newChannelInput } from './channel-form-view.ts';
import { type ChannelFormErrors, type ChannelFormInput, fieldOf, parseChannelForm } from './channel-form.ts';
import { languageOf } from './choices.ts';
import { type Notice, readNotice } from './notices.ts';
import { notificationsPage, type NotificationsPageOptions } from './notifications-page.ts';

/** What the routes need. */
export interface AddDependencies {
  database: Database;
  people: People;
  settings: ChannelSettings;
  clock: Clock;
}

type View = Pick<NotificationsPageOptions, 'errors' | 'created' | 'notice'> & { input?: ChannelFormInput };

/** How many mails a person may send to strangers in an hour. */
const ASKING = { windowSeconds: 3600, limit: 5 };
const TOO_OFTEN = 'You have added many addresses in the last hour. Wait a while, then try again.';

/** Whether a person may ask one more stranger whether messages may be sent. */
export async function mayAsk(database: Database, person: Person, now: Date): Promise<boolean> {
  const key = `notifications:ask:${person.id}`;
  return (await consumeThrottle(database, key, { ...ASKING, now })).allowed;
}

/** `/notifications`: lists the channels and adds one. `/notifications/email` adds one with a single click. */
export function addRoutes({ database, people, settings, clock }: AddDependencies): Router {
  async function show(req: Request, res: Response, person: Person, status: number, view: View = {}) {
    const scope = { userId: person.id };
    const websites = await websitesOfUser(database, person.id);
    const ids = websites.map(({ id }) => id);
    const [channels, mutes, episodes] = await Promise.all([
      listChannels(database, scope),
      listAllMutes(database, scope),
      listEpisodes(database.sql, ids, { isOpen: true }),
    ]);
    allowScript(res);
    const input = view.input ?? newChannelInput(languageOf(req.headers['accept-language']), '');
    const page = notificationsPage({
      ...view,
      input: { ...input, formId: view.errors ? input.formId : newFormId() },
      csrf: people.csrfToken(req, res),
      person,
      channels,
      websites,
      mutes,
      episodes,
    });
    sendPage(res, status, page);
  }

  const add = (req: Request, person: Person, channel: NewChannel) =>
    addChannel(database, channel, settings, { ...actorOf(req, person), email: person.email }).catch(
      refusalOf,
    );

  const isAllowed = async (person: Person, target: ChannelTarget) =>
    target.kind !== 'email' || target.isConfirmed || mayAsk(database, person, clock());

  const noticeFor = (target: ChannelTarget): Notice =>
    target.kind === 'email' && !target.isConfirmed ? 'asked' : 'added';

  /** Whether an address is the one that the person signs in with, and known to be theirs. */
  async function ownAddress(person: Person): Promise<(email: string) => boolean> {
    const user = await findUser(database, person.id);
    return (email) => user?.isVerified === true && normalizeEmail(email) === user.email;
  }

  const router = Router();
  router
    .route('/notifications')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) await show(req, res, person, 200, { notice: readNotice(req.query['notice']) });
    })
    .post(
      parseForm,
      fromSender(people, async (req, res, person) => {
        const parsed = parseChannelForm(req.body, {
          websites: await websitesOfUser(database, person.id),
          userId: person.id,
          isOwnAddress: await ownAddress(person),
          privateReceivers: settings.privateReceivers,
        });
        if ('errors' in parsed) return show(req, res, person, 422, parsed);
        const { input, wishes, owner, target } = parsed;
        const form = `notifications-form:${person.id}:${input.formId}`;
        if (!(await isFirstSubmission(database, form, clock())))
          return res.redirect(303, '/notifications?notice=already-sent');
        const again = { ...input, formId: newFormId() };
        if (!(await isAllowed(person, target)))
          return show(req, res, person, 429, { input: again, errors: { email: TOO_OFTEN } });
        const added = await add(req, person, { ...wishes, owner, target });
        if ('errors' in added) return show(req, res, person, 422, { input: again, ...added });
        if (added.secret === undefined)
          return res.redirect(303, `/notifications?notice=${noticeFor(target)}`);
        // Sent in the response and not through a redirect, so that the secret is in no address and not stored.
        const created = { name: wishes.name, secret: added.secret, isRotated: false };
        return show(req, res, person, 201, { created });
      }),
    )
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/notifications/email')
    .all(pageHeaders)
    .post(
      parseForm,
      fromSender(people, async (req, res, person) => {
        const { id: userId, email } = person;
        const own = await listChannels(database, { userId });
        if (own.some((channel) => channel.userId === userId && channel.email === email))
          return res.redirect(303, '/notifications?notice=there');
        const isConfirmed = (await ownAddress(person))(email);
        const target = { kind: 'email', email, isConfirmed } as const;
        if (!(await isAllowed(person, target)))
          return res.redirect(303, '/notifications?notice=asked-too-often');
        const added = await add(req, person, { ...oneClick(req), owner: { userId }, target });
        if ('errors' in added) return show(req, res, person, 422, added);
        return res.redirect(303, `/notifications?notice=${noticeFor(target)}`);
      }),
    )
    .all(methodNotAllowed('POST'));
  return router;
}

/** Everything, in the time zone and the language of the browser. */
function oneClick({ body }: Request): Omit<NewChannel, 'owner' | 'target'> {
  return {
    name: 'E-mail',
    websiteIds: null,
    breaks: true,
    verdicts: true,
    digest: true,
    noData: true,
    language: textOf(body, 'language') || 'en-GB',
    timeZone: textOf(body, 'time_zone') || 'UTC',
    digestHour: 8,
    quietFrom: null,
    quietTo: null,
  };
}

/** What the store refuses, for the form; other errors go on. */
function refusalOf(error: unknown): { errors: ChannelFormErrors } {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_field') throw error;
  return { errors: { [fieldOf(error)]: error.message } };
}
