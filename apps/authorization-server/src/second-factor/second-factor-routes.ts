import { type Database, seal } from '@funnel/db';
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
import { allowScript, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { ownPersonAt } from '../account/signed-in.ts';
import { actorOf } from '../people/actor.ts';
import { describeLoginFailure, parseForm, rejectForgedForm, textOf } from '../people/forms.ts';
import type { People } from '../people/people.ts';
import { isCodeSecret, newCodeSecret, periodOf } from './one-time-codes.ts';
import { recoveryCodesPage, SECOND_FACTOR_NOTICES, secondFactorPage } from './second-factor-page.ts';

/** What the page needs. */
export interface SecondFactorDependencies {
  database: Database;
  people: People;
  /** Seals the secrets of one-time codes; without it there are none. */
  encryptionKey: Uint8Array | undefined;
  clock: Clock;
}

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

  async function show(
    req: Request,
    res: Response,
    person: SessionUser,
    view: { status?: number; error?: string; notice?: keyof typeof SECOND_FACTOR_NOTICES | undefined } = {},
  ): Promise<void> {
    const { status = 200, ...shown } = view;
    const csrf = people.csrfToken(req, res);
    const factors = await listSecondFactors(database, person.id);
    const passkeyOptions = await people.passkeys?.creation(person, factors, csrf);
    if (passkeyOptions) allowScript(res);
    const page = secondFactorPage({
      ...shown,
      csrf,
      person,
      factors,
      recoveryCodesLeft: await countRecoveryCodes(database, person.id),
      passkeyOptions,
      newSecret: encryptionKey && newCodeSecret(),
    });
    sendPage(res, status, page);
  }

  /** Adds what was proven to work, which also shows it for this session. */
  async function add(
    req: Request,
    res: Response,
    person: SessionUser,
    factor: Omit<NewSecondFactor, 'userId' | 'name'>,
  ): Promise<void> {
    const name = onlyPrinted(textOf(req.body, 'name')).trim().slice(0, MAX_NAME_LENGTH) || 'Without a name';
    const added = await addSecondFactor(
      database,
      { ...factor, name, userId: person.id, isStrong: person.isStrong },
      actorOf(req, person),
    );
    if ('error' in added) return show(req, res, person, { status: 422, error: ERRORS[added.error] });
    await people.strengthen(req);
    const { recoveryCodes: codes } = added;
    if (codes.length === 0) return res.redirect(303, '/second-factor?notice=added');
    sendPage(res, 201, recoveryCodesPage({ csrf: people.csrfToken(req, res), person, codes }));
  }

  const router = Router();
  router
    .route('/second-factor')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await ownPersonAt(people, req, res, '/second-factor');
      if (person) await show(req, res, person, { notice: readNotice(req.query['notice']) });
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  /** A form that only the person at the keyboard may send: it has the password. */
  const form = (path: string, handle: (req: Request, res: Response, person: SessionUser) => Promise<void>) =>
    router
      .route(path)
      .all(pageHeaders)
      .post(parseForm, async (req, res) => {
        const person = await ownPersonAt(people, req, res, '/second-factor');
        if (!person) return;
        if (!people.verifyCsrf(req)) return rejectForgedForm(req, res);
        const password = textOf(req.body, 'password');
        const failure = await people.checkPassword(req, { email: person.email, password });
        if (!failure) return handle(req, res, person);
        const { status, message, headers } = describeLoginFailure(failure);
        res.set(headers);
        const error =
          failure.error === 'invalid' ? 'The password is incorrect. Nothing was changed.' : message;
        return show(req, res, person, { status, error });
      })
      .all(methodNotAllowed('POST'));

  form('/second-factor/passkeys', async (req, res, person) => {
    const made = await people.passkeys?.register(textOf(req.body, 'passkey'), people.csrfToken(req, res));
    if (!made) return show(req, res, person, { status: 422, error: NO_PASSKEY });
    await add(req, res, person, { kind: 'passkey', ...made });
  });

  form('/second-factor/codes', async (req, res, person) => {
    const secret = textOf(req.body, 'secret');
    const counter = isCodeSecret(secret) ? periodOf(secret, textOf(req.body, 'code'), clock()) : undefined;
    if (!encryptionKey || counter === undefined)
      return show(req, res, person, { status: 422, error: WRONG_CODE });
    await add(req, res, person, { kind: 'code', key: seal(secret, encryptionKey), counter });
  });

  form('/second-factor/recovery-codes', async (req, res, person) => {
    const codes = await renewRecoveryCodes(database, person.id, actorOf(req, person));
    if (codes.length === 0) return res.redirect(303, '/second-factor');
    sendPage(res, 201, recoveryCodesPage({ csrf: people.csrfToken(req, res), person, codes }));
  });

  form('/second-factor/:id/remove', async (req, res, person) => {
    const factor = { userId: person.id, id: parseId(req.params['id']) ?? 0 };
    const outcome = await removeSecondFactor(database, factor, actorOf(req, person));
    if (outcome === 'removed') return res.redirect(303, '/second-factor?notice=removed');
    await show(req, res, person, { status: outcome === 'unknown' ? 404 : 422, error: ERRORS[outcome] });
  });
  return router;
}

function readNotice(text: unknown): keyof typeof SECOND_FACTOR_NOTICES | undefined {
  return typeof text === 'string' && Object.hasOwn(SECOND_FACTOR_NOTICES, text)
    ? (text as keyof typeof SECOND_FACTOR_NOTICES)
    : undefined;
}
