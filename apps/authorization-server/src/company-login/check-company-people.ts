import { type Database, seal, unseal } from '@funnel/db';
import {
  claimIdentities,
  type CompanyIdentity,
  companyLogins,
  leaveByCompany,
  noteIdentity,
} from '@funnel/identity';
import type { Clock, Logger } from '@funnel/service';
import { startAsking } from './ask-side-by-side.ts';
import type { CompanyProviders } from './company-provider.ts';

/** What the check needs. */
export interface CompanyCheckOptions {
  database: Database;
  providers: CompanyProviders;
  encryptionKey: Uint8Array;
  clock: Clock;
  logger: Logger;
}

const HOUR_MS = 3600 * 1000;
/** Without a refresh token nobody can be asked, so the person must sign in at least this often. */
const LOGIN_EVERY_MS = 30 * 24 * HOUR_MS;
const BATCH_SIZE = 100;

/** Asks the providers about people who were not heard of for an hour. Who is no longer known there leaves the account. */
export async function checkCompanyPeople(options: CompanyCheckOptions): Promise<void> {
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
  if (login?.issuer !== identity.issuer) return leaveByCompany(database, identity);
  if (!identity.refreshToken) return leaveIfUnseen(options, identity);
  const answer = await providers.ask(login, unseal(identity.refreshToken, encryptionKey));
  if (!answer.isThere) return leaveByCompany(database, identity);
  const refreshToken = seal(answer.refreshToken, encryptionKey);
  const { issuer, subject } = identity;
  await noteIdentity(database, { issuer, subject, refreshToken, checkedAt: clock() });
}

async function leaveIfUnseen(
  { database, clock }: CompanyCheckOptions,
  identity: CompanyIdentity,
): Promise<void> {
  const isUnseen = clock().getTime() - identity.signedInAt.getTime() > LOGIN_EVERY_MS;
  if (isUnseen) await leaveByCompany(database, identity);
}
