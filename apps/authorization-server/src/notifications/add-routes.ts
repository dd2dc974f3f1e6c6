import type { Database } from '@funnel/db';
import { consumeThrottle, findUser, normalizeEmail, websitesOfUser } from '@funnel/identity';
import {
  addChannel,
  type ChannelActor,
  type ChannelSettings,
  type ChannelTarget,
  listAllMutes,
  listChannels,
  listEpisodes,
  type NewChannel,
} from '@funnel/notifications';
import { allowScript, noticeOf, sendPage, textOf } from '@funnel/pages';
import type { Response, Router } from 'express';
import { type PageDependencies, signedInRoutes, type Visit } from '../account/signed-in.ts';
import { isFirstSubmission, newFormId } from '../people/first-submission.ts';
import { refusedField } from '../people/forms.ts';
import type { Person } from '../people/people.ts';
import {
  type ChannelFormErrors,
  type ChannelFormInput,
  fieldOf,
  inputOf,
  parseChannelForm,
  USUAL_WISHES,
} from './channel-form.ts';
import { languageOf } from './choices.ts';
import { type Notice, NOTICES } from './notices.ts';
import { notificationsPage, type NotificationsPageOptions } from './notifications-page.ts';

export interface ChannelDependencies extends Pick<PageDependencies, 'database' | 'people' | 'clock'> {
  settings: ChannelSettings;
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

/** Who changes a channel, for the audit log and for the other owners. */
export function channelActorOf({ actor, person }: Visit): ChannelActor {
  return { ...actor, email: person.email };
}

/** `/notifications`: lists the channels and adds one. `/notifications/email` adds one with a single click. */
export function addRoutes({ database, people, settings, clock }: ChannelDependencies): Router {
  const { router, page, form } = signedInRoutes(people);

  async function show({ req, res, person, csrf }: Visit, view: View, status = 200): Promise<void> {
    const scope = { userId: person.id };
    const websites = await websitesOfUser(database, person.id);
    const ids = websites.map(({ id }) => id);
    const [channels, mutes, episodes] = await Promise.all([
      listChannels(database, scope),
      listAllMutes(database, scope),
      listEpisodes(database.sql, ids, { isOpen: true }),
    ]);
    allowScript(res);
    const language = languageOf(req.headers['accept-language']);
    const input = view.input ?? inputOf({ ...USUAL_WISHES, language });
    const shown = notificationsPage({
      ...view,
      input: { ...input, formId: view.errors ? input.formId : newFormId() },
      csrf,
      person,
      channels,
      websites,
      mutes,
      episodes,
    });
    sendPage(res, status, shown);
  }

  /** Adds a channel, or says what is wrong with it. */
  const add = (visit: Visit, channel: NewChannel) =>
    addChannel(database, channel, settings, channelActorOf(visit)).catch(
      (error: unknown): { errors: ChannelFormErrors } => {
        const refused = refusedField(error);
        return { errors: { [fieldOf(refused)]: refused.message } };
      },
    );

  const isAllowed = async (person: Person, target: ChannelTarget) =>
    target.kind !== 'email' || target.isConfirmed || mayAsk(database, person, clock());

  const back = (res: Response, notice: Notice) => res.redirect(303, `/notifications?notice=${notice}`);

  const noticeFor = (target: ChannelTarget): Notice =>
    target.kind === 'email' && !target.isConfirmed ? 'asked' : 'added';

  /** Whether an address is the one that the person signs in with, and known to be theirs. */
  async function ownAddress(person: Person): Promise<(email: string) => boolean> {
    const user = await findUser(database, person.id);
    return (email) => user?.isVerified === true && normalizeEmail(email) === user.email;
  }

  page(
    '/notifications',
    (visit) => show(visit, { notice: noticeOf(visit.req.query, NOTICES) }),
    async (visit) => {
      const { req, res, person } = visit;
      const parsed = parseChannelForm(req.body, {
        websites: await websitesOfUser(database, person.id),
        userId: person.id,
        isOwnAddress: await ownAddress(person),
        privateReceivers: settings.privateReceivers,
      });
      if ('errors' in parsed) return show(visit, parsed, 422);
      const { input, owner, target } = parsed;
      const sent = `notifications-form:${person.id}:${input.formId}`;
      if (!(await isFirstSubmission(database, sent, clock()))) return back(res, 'already-sent');
      const again = { ...input, formId: newFormId() };
      if (!(await isAllowed(person, target)))
        return show(visit, { input: again, errors: { email: TOO_OFTEN } }, 429);
      const added = await add(visit, { ...input.wishes, owner, target });
      if ('errors' in added) return show(visit, { input: again, ...added }, 422);
      if (added.secret === undefined) return back(res, noticeFor(target));
      // Sent in the response and not through a redirect, so that the secret is in no address and not stored.
      const created = { name: input.wishes.name, secret: added.secret, isRotated: false };
      return show(visit, { created }, 201);
    },
  );

  form('/notifications/email', async (visit) => {
    const { req, res, person } = visit;
    const { id: userId, email } = person;
    const own = await listChannels(database, { userId });
    if (own.some((channel) => channel.userId === userId && channel.email === email))
      return back(res, 'there');
    const isConfirmed = (await ownAddress(person))(email);
    const target = { kind: 'email', email, isConfirmed } as const;
    if (!(await isAllowed(person, target))) return back(res, 'asked-too-often');
    const wishes = {
      ...USUAL_WISHES,
      name: 'E-mail',
      digest: true,
      language: textOf(req.body, 'language') || 'en-GB',
      timeZone: textOf(req.body, 'time_zone') || 'UTC',
    };
    const added = await add(visit, { ...wishes, owner: { userId }, target });
    if ('errors' in added) return show(visit, added, 422);
    return back(res, noticeFor(target));
  });
  return router;
}
