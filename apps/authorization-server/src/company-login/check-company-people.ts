import { type Database, seal, unseal } from '@funnel/db';
import {
  claimIdentities,
  type CompanyIdentity,
  companyLogins,
  endWithdrawn,
  noteAnswer,
  settleIdentities,
  withdraw,
} from '@funnel/identity';
import type { Clock, Logger } from '@funnel/service';
import { startAsking } from './ask-side-by-side.ts';
import type { CompanySettings } from './company-settings.ts';
import { notifyOwners } from './notify-owners.ts';

export interface CompanyCheckOptions extends CompanySettings {
  database: Database;
  /** The address of this server, where owners see their people. Undefined if this installation sends no mail. */
  mailsFrom: string | undefined;
  clock: Clock;
  logger: Logger;
}

const HOUR_MS = 3600 * 1000;
/** Without a refresh token nobody can be asked, so the person must sign in at least this often. */
const LOGIN_EVERY_MS = 30 * 24 * HOUR_MS;
const BATCH_SIZE = 100;

/**
 * Asks the providers about people who were not heard of for an hour. Who is no longer known there is signed out at once, and leaves the
 * account after some days. Owners get a letter and can undo it until then.
 */
export async function checkCompanyPeople(options: CompanyCheckOptions): Promise<void> {
  const { database, mailsFrom, clock, logger } = options;
  // An older version may have changed a login without it.
  await database.orm.transaction((tx) => settleIdentities(tx));
  await askProviders(options);
  if (mailsFrom !== undefined) await notifyOwners(database, { server: mailsFrom, now: clock() });
  await endWithdrawn(database, clock(), (err, { userId, accountId }) =>
    logger.error({ err, userId, accountId }, 'somebody whom the company no longer confirms did not leave'),
  );
}

async function askProviders(options: CompanyCheckOptions): Promise<void> {
  const { database, clock, logger } = options;
  const now = clock();
  const before = new Date(now.getTime() - HOUR_MS);
  const asking = startAsking();
  for (;;) {
    const identities = await claimIdentities(database, { before, now, limit: BATCH_SIZE });
    await asking.each(
      identities,
      (identity) => checkPerson(options, identity),
      // Nobody leaves because a provider is down; asked again in an hour.
      (err, { issuer, userId }) =>
        logger.warn({ err, issuer, userId }, 'the provider of a company did not answer'),
    );
    if (identities.length < BATCH_SIZE || asking.isOver()) return;
  }
}

async function checkPerson(options: CompanyCheckOptions, identity: CompanyIdentity): Promise<void> {
  const { database, providers, encryptionKey, clock } = options;
  const [login] = await companyLogins(database, [identity.accountId]);
  // Changed meanwhile: only the provider that signed somebody in is asked about them.
  if (login?.issuer !== identity.issuer || login.clientId !== (identity.clientId ?? login.clientId)) return;
  const now = clock();
  if (!identity.refreshToken) {
    const isUnseen = now.getTime() - identity.signedInAt.getTime() > LOGIN_EVERY_MS;
    if (isUnseen) await withdraw(database, identity, { why: 'unseen', now });
    return;
  }
  const next = await providers.ask(login, unseal(identity.refreshToken, encryptionKey));
  if (next === undefined) await withdraw(database, identity, { why: 'refused', now });
  else await noteAnswer(database, identity, { refreshToken: seal(next, encryptionKey), now });
}
