import { seal } from '@funnel/db';
import { onlyPrinted, parseId } from '@funnel/domain';
import {
  addSecondFactor,
  countRecoveryCodes,
  listSecondFactors,
  MAX_SECOND_FACTORS,
  type NewSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SessionUser,
} from '@funnel/identity';
import { noticeOf, sendPage, textOf } from '@funnel/pages';
import type { Router } from 'express';
import { ownRoutes, type PageDependencies, type Visit } from '../account/signed-in.ts';
import { describeLoginFailure } from '../people/forms.ts';
import type { Person } from '../people/people.ts';
import { isCodeSecret, newCodeSecret, periodOf } from './one-time-codes.ts';
import { recoveryCodesPage, secondFactorPage } from './second-factor-page.ts';

export interface SecondFactorDependencies extends Pick<PageDependencies, 'database' | 'people' | 'clock'> {
  /** Seals the secrets of one-time codes; without it there are none. */
  encryptionKey: Uint8Array | undefined;
}

type OwnVisit = Visit<SessionUser & Person>;

const NOTICES = {
  added: 'It was added. From now on you need it, or another one of the list, to sign in.',
  removed: 'It was removed and no longer works.',
};
const MAX_NAME_LENGTH = 60;
const NO_PASSKEY = 'The passkey was not accepted. Nothing was changed; try again.';
const WRONG_CODE = 'This code is wrong or too old. Scan the new picture and enter the code that it gives.';
const ERRORS = {
  too_many: `You have ${MAX_SECOND_FACTORS} already. Remove one first.`,
  known: 'It is in use already. Use another one.',
  not_shown: 'You have added one in another place. Sign in again with it.',
  unknown: 'It may have been removed already.',
  required: 'An account of yours requires a second factor, so the last one stays. Add another one first.',
} as const;

/** `/second-factor`: passkeys, one-time codes and recovery codes of a person. Also for who must set one up to go on. */
export function secondFactorRoutes(dependencies: SecondFactorDependencies): Router {
  const { database, people, encryptionKey, clock } = dependencies;
  const { router, page, form } = ownRoutes(people, '/second-factor');

  async function show(
    { res, person, csrf }: OwnVisit,
    view: { error?: string; notice?: string | undefined },
    status = 200,
  ): Promise<void> {
    const factors = await listSecondFactors(database, person.id);
    const passkeyOptions = await people.passkeys?.creation(person, factors, csrf);
    const shown = secondFactorPage({
      ...view,
      csrf,
      person,
      factors,
      recoveryCodesLeft: await countRecoveryCodes(database, person.id),
      passkeyOptions,
      newSecret: encryptionKey && newCodeSecret(),
    });
    sendPage(res, status, shown);
  }

  /** Adds what was proven to work, which also shows it for this session. */
  async function add(visit: OwnVisit, factor: Omit<NewSecondFactor, 'userId' | 'name'>): Promise<void> {
    const { req, res, person, actor } = visit;
    const name = onlyPrinted(textOf(req.body, 'name')).trim().slice(0, MAX_NAME_LENGTH) || 'Without a name';
    const { id: userId, isStrong } = person;
    const added = await addSecondFactor(database, { ...factor, name, userId, isStrong }, actor);
    if ('error' in added) return show(visit, { error: ERRORS[added.error] }, 422);
    await people.strengthen(req);
    const { recoveryCodes: codes } = added;
    if (codes.length === 0) return res.redirect(303, '/second-factor?notice=added');
    return sendPage(res, 201, recoveryCodesPage(visit, codes));
  }

  /** A form that only the person at the keyboard may send: it has the password. */
  const passwordForm = (path: string, handle: (visit: OwnVisit) => Promise<void>) =>
    form(path, async (visit) => {
      const { req, res, person } = visit;
      const password = textOf(req.body, 'password');
      const failure = await people.checkPassword(req, { email: person.email, password });
      if (!failure) return handle(visit);
      const { status, message, headers } = describeLoginFailure(failure);
      res.set(headers);
      const error = failure.error === 'invalid' ? 'The password is incorrect. Nothing was changed.' : message;
      return show(visit, { error }, status);
    });

  page('/second-factor', (visit) => show(visit, { notice: noticeOf(visit.req.query, NOTICES) }));

  passwordForm('/second-factor/passkeys', async (visit) => {
    const made = await people.passkeys?.register(textOf(visit.req.body, 'passkey'), visit.csrf);
    if (!made) return show(visit, { error: NO_PASSKEY }, 422);
    return add(visit, { kind: 'passkey', ...made });
  });

  passwordForm('/second-factor/codes', async (visit) => {
    const { body } = visit.req;
    const secret = textOf(body, 'secret');
    const counter = isCodeSecret(secret) ? periodOf(secret, textOf(body, 'code'), clock()) : undefined;
    if (!encryptionKey || counter === undefined) return show(visit, { error: WRONG_CODE }, 422);
    return add(visit, { kind: 'code', key: seal(secret, encryptionKey), counter });
  });

  passwordForm('/second-factor/recovery-codes', async (visit) => {
    const { res, person, actor } = visit;
    const codes = await renewRecoveryCodes(database, person.id, actor);
    if (codes.length === 0) return res.redirect(303, '/second-factor');
    return sendPage(res, 201, recoveryCodesPage(visit, codes));
  });

  passwordForm('/second-factor/:id/remove', async (visit) => {
    const { req, res, person, actor } = visit;
    const factor = { userId: person.id, id: parseId(req.params['id']) ?? 0 };
    const outcome = await removeSecondFactor(database, factor, actor);
    if (outcome === 'removed') return res.redirect(303, '/second-factor?notice=removed');
    return show(visit, { error: ERRORS[outcome] }, outcome === 'unknown' ? 404 : 422);
  });
  return router;
}
