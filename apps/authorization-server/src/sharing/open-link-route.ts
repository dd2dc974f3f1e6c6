import type { Database } from '@funnel/db';
import { findOpenableLink, isReceipt, noteOpening, type OpenableLink, tokenOfLink } from '@funnel/identity';
import { type Clock, methodNotAllowed } from '@funnel/service';
import { textOf } from '@funnel/pages';
import { Router } from 'express';
import { parseForm } from '../people/forms.ts';
import { admitGuess } from '../people/login-throttle.ts';
import { checkInTurn } from '../people/check-in-turn.ts';
import type { People } from '../people/people.ts';
import { requireDashboard } from '../provider/dashboard-check.ts';
import type { DashboardClient } from '../provider/provider-clients.ts';

export interface OpenLinkDependencies {
  database: Database;
  people: Pick<People, 'inTurn'>;
  /** The identifier of the REST API. */
  resource: string;
  /** The only client that may ask. */
  dashboard: DashboardClient;
  clock: Clock;
}

/** Where the dashboard turns the secret of a link into a token. */
const OPEN_LINK_PATH = '/share-link-tokens';

/** A question of the dashboard. */
interface Asked {
  secret: string;
  /** Undefined if nobody has entered one. */
  password: string | undefined;
  /** Of a page that is open: what it got when the link was opened. Empty otherwise. */
  receipt: string;
  /** Null if it is not known. */
  network: string | null;
  browser: string;
}

type Refusal = { status: number; error: string; retryAfterSeconds?: number };

/** An answer without a token. The same for a link that never was and for one that has ended. */
const ENDED: Refusal = { status: 410, error: 'ended' };
const PASSWORD_REQUIRED: Refusal = { status: 403, error: 'password_required' };
const WRONG_PASSWORD: Refusal = { status: 403, error: 'wrong_password' };
const NETWORK = /^[\d.]{7,15}$|^[\da-f]{16}\/64$/;

/**
 * `POST /share-link-tokens`, for the server of the dashboard: gives a token of ten minutes for what a link shows. The first one notes that
 * the link was opened, and needs the password if there is one; with its receipt an open page gets the next one, while the link lives.
 */
export function openLinkRoute({
  database,
  people,
  resource,
  dashboard,
  clock,
}: OpenLinkDependencies): Router {
  /** Why the link does not open, if it does not. */
  async function refusalOf(link: OpenableLink, { password, network }: Asked): Promise<Refusal | undefined> {
    const { id, passwordHash } = link;
    if (passwordHash === null) return undefined;
    if (password === undefined) return PASSWORD_REQUIRED;
    const admission = await admitGuess(database, { linkId: id, network: network ?? 'unknown', now: clock() });
    if ('retryAfterSeconds' in admission)
      return { status: 429, error: 'throttled', retryAfterSeconds: admission.retryAfterSeconds };
    const isCorrect = await checkInTurn(people.inTurn, admission, password, passwordHash);
    return isCorrect ? undefined : WRONG_PASSWORD;
  }

  async function open(asked: Asked): Promise<object | Refusal> {
    const { secret, receipt, network, browser } = asked;
    const link = await findOpenableLink(database, secret);
    if (!link) return ENDED;
    const isOpen = receipt !== '';
    if (isOpen && !isReceipt(receipt, link.receipt)) return ENDED;
    const refusal = isOpen ? undefined : await refusalOf(link, asked);
    if (refusal) return refusal;
    const issued = await tokenOfLink(database, secret, link, resource);
    if (!issued) return ENDED;
    if (!isOpen) await noteOpening(database, link, { openedAt: clock(), network, browser });
    return {
      access_token: issued.token,
      expires_in: Math.max(0, Math.floor((issued.expiresAt.getTime() - clock().getTime()) / 1000)),
      receipt: link.receipt,
      website: { id: link.websiteId, name: link.websiteName },
      campaign_id: link.campaignId,
      account_name: link.accountName,
      expires_at: link.expiresAt.toISOString(),
    };
  }

  const router = Router();
  router
    .route(OPEN_LINK_PATH)
    .post(requireDashboard(dashboard), ...parseForm, async (req, res) => {
      const answer = await open(readAsked(req.body));
      res.set('Cache-Control', 'no-store');
      if (!('error' in answer)) return void res.json(answer);
      const { status, error, retryAfterSeconds } = answer;
      if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
      return void res.status(status).json({ error });
    })
    .all(methodNotAllowed('POST'));
  return router;
}

function readAsked(body: unknown): Asked {
  const network = textOf(body, 'network');
  const password = textOf(body, 'password');
  return {
    secret: textOf(body, 'secret'),
    password: password === '' ? undefined : password,
    receipt: textOf(body, 'receipt'),
    network: NETWORK.test(network) ? network : null,
    browser: textOf(body, 'browser'),
  };
}
