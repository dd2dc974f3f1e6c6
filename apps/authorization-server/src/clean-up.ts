import type { Database } from '@funnel/db';
import {
  deleteEndedShareLinks,
  deleteEndedTokens,
  deleteExpired,
  deleteSecurityEvents,
  deleteThrottles,
  deleteUnusedClients,
} from '@funnel/identity';
import type { Clock, Logger } from '@funnel/service';
import { checkCompanyPeople } from './company-login/check-company-people.ts';
import type { CompanySettings } from './company-login/company-settings.ts';

const INTERVAL_MS = 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
/** How long a registered client may stay without a user's consent. */
const UNUSED_CLIENT_MS = 7 * DAY_MS;
/** How long the token page lists a token that has ended. */
const ENDED_TOKEN_MS = 90 * DAY_MS;
/** How long the list has a share link that has ended, with who opened it. */
const ENDED_LINK_MS = 30 * DAY_MS;

export interface CleanUpOptions {
  database: Database;
  clock: Clock;
  logger: Logger;
  auditDays: number;
  /** Undefined where company logins are off. */
  company?: CompanySettings | undefined;
  /** The address of this server, for mails to owners. Undefined if this installation sends no mail. */
  mailsFrom?: string | undefined;
}

/** Cleans up now and every hour, and asks the providers of companies about their people; replicas may do it at the same time. Returns a function that stops it. */
export function scheduleCleanUp(options: CleanUpOptions): () => void {
  const { company, mailsFrom, logger } = options;
  const warn = (message: string) => (err: unknown) => logger.warn({ err }, message);
  const run = (): void => {
    cleanUp(options).catch(warn('clean-up failed'));
    if (company)
      checkCompanyPeople({ ...options, ...company, mailsFrom }).catch(
        warn('people of companies were not checked'),
      );
  };
  run();
  const timer = setInterval(run, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Deletes what docs/reference/retention.md lists for the authorization server. */
export async function cleanUp({ database, clock, logger, auditDays }: CleanUpOptions): Promise<void> {
  const now = clock().getTime();
  const tokens = await deleteEndedTokens(database, new Date(now - ENDED_TOKEN_MS));
  const links = await deleteEndedShareLinks(database, new Date(now - ENDED_LINK_MS));
  const records = await deleteExpired(database);
  const clients = await deleteUnusedClients(database, new Date(now - UNUSED_CLIENT_MS));
  await deleteThrottles(database, new Date(now - 2 * DAY_MS));
  await deleteSecurityEvents(database, new Date(now - auditDays * DAY_MS));
  if (records + clients + tokens + links > 0) logger.info({ records, clients, tokens, links }, 'cleaned up');
}
