import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '@funnel/db';
import { findUserByEmail, listSecurityEvents, type RecordedSecurityEvent } from '@funnel/identity';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { FLAG, oneOf, parseNumber, parseOptions, TEXT } from '../options.ts';
import { withDatabase } from '../with-database.ts';
import { type TableColumns, writeTable } from '../write-table.ts';

const KINDS = Object.keys(SECURITY_EVENT_KINDS) as SecurityEventKind[];
const MAX_LIMIT = 100_000;

export const auditLog: Command = {
  usage: 'audit-log [--since 2026-11-01] [--kind login,consent] [--user EMAIL] [--limit 100] [--json]',
  summary:
    'Lists security events, the newest first: logins, consents, tokens made and revoked, people added and removed.\n' +
    `Kinds: ${KINDS.join(', ')}.`,
  async run(context) {
    const { email, json, ...filter } = readOptions(context.argv);
    const config = readConfig(databaseConfig, context.env);
    return withDatabase(context, config, async (database) => {
      const person = email === undefined ? undefined : await findUserByEmail(database, email);
      if (email !== undefined && !person) throw new UsageError(`There is no person ${email}.`);
      const found = await listSecurityEvents(database, {
        ...filter,
        userId: person?.id,
        limit: filter.limit + 1,
      });
      const rows = found.slice(0, filter.limit);
      writeTable(context, rows, { columns: COLUMNS, json });
      if (found.length > rows.length)
        context.say(`Only the newest ${rows.length} are listed. Pass --limit to see more.`);
    });
  },
};

const COLUMNS: TableColumns<RecordedSecurityEvent> = {
  TIME: ({ occurredAt }) => occurredAt.toISOString(),
  EVENT: ({ kind }) => kind,
  BY: ({ actorId, actorEmail }) => actorEmail ?? (actorId === null ? '' : `person ${actorId}`),
  ABOUT: (event) => aboutOf(event).join(', '),
  FROM: ({ address }) => address ?? '',
  DETAILS: ({ details }) => (details ? JSON.stringify(details) : ''),
};

function aboutOf(event: RecordedSecurityEvent): string[] {
  const { userId, userEmail, accountId, websiteIds, clientId, tokenId } = event;
  return [
    ...(userId === null ? [] : [userEmail ?? `person ${userId}`]),
    ...(accountId === null ? [] : [`account ${accountId}`]),
    ...(websiteIds ? [`websites ${websiteIds.join(' ')}`] : []),
    ...(clientId === null ? [] : [`application ${clientId}`]),
    ...(tokenId === null ? [] : [`token ${tokenId}`]),
  ];
}

function readOptions(argv: string[]) {
  const options = { since: TEXT, kind: TEXT, user: TEXT, limit: TEXT, json: FLAG };
  const { user: email, json, limit = '100', ...values } = parseOptions(argv, options);
  const since = values.since === undefined ? undefined : new Date(values.since);
  // PostgreSQL knows no year 0.
  if (since && !(since.getUTCFullYear() > 0))
    throw new UsageError('--since must be a date or a time, such as 2026-11-01.');
  const kinds = values.kind?.split(',').map(parseKind);
  return { since, limit: parseNumber('--limit', limit, [1, MAX_LIMIT]), kinds, email, json };
}

function parseKind(text: string): SecurityEventKind {
  return oneOf(text.trim(), KINDS, `${text} is not a kind of event. Kinds: ${KINDS.join(', ')}.`);
}
