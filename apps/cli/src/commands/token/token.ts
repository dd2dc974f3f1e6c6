import { readConfig } from '@funnel/service';
import { tokenConfig } from '../../config.ts';
import { type Command, type CommandContext, UsageError } from '../../context.ts';
import { withDatabase } from '../../with-database.ts';
import { FLAG, parseOptions, parseWebsiteIdOption, TEXT } from '../../options.ts';
import { type TableColumns, writeTable } from '../../write-table.ts';
import { issueToken } from './issue.ts';
import { type ListedToken, listTokens } from './listed-tokens.ts';

export const token: Command = {
  usage: `token --websites 1,2 --scopes reports,contacts:read [--resource rest|mcp|intake] [--days 30] [--name NAME]
       token list [--user EMAIL] [--website ID] [--all] [--json]
       token revoke ID...`,
  summary:
    'Prints an access token for the REST API, the tool server or the event intake, and nothing else.\n' +
    'It is the same kind of token as on the token page. It disables the legacy API keys of its websites.\n' +
    'list: the tokens of everybody, service tokens and connected applications; with --all also those that have ended.\n' +
    'revoke: ends some of them, with immediate effect.',
  run(context) {
    const [verb, ...args] = context.argv;
    if (verb === 'list') return list({ ...context, argv: args });
    if (verb === 'revoke') return revoke(context, args);
    if (verb && !verb.startsWith('-')) throw new UsageError('Say list, revoke, or what the token is for.');
    return issueToken(context);
  },
};

const COLUMNS: TableColumns<ListedToken> = {
  ID: ({ id }) => id,
  KIND: ({ kind, owner }) => (owner === null ? 'service token' : kind),
  NAME: ({ name }) => name,
  TOKEN: ({ hint }) => hint ?? '',
  OWNER: ({ owner }) => owner ?? '',
  WEBSITES: ({ websiteIds }) => websiteIds.join(' '),
  SCOPES: ({ scopes }) => scopes.join(' '),
  EXPIRES: ({ expiresAt }) => expiresAt.toISOString().slice(0, 10),
  'LAST USED': ({ lastUsedAt }) => lastUsedAt?.toISOString().slice(0, 16) ?? '',
  FROM: ({ lastAddress }) => lastAddress ?? '',
  'IN LOGS': ({ logId }) => logId ?? '',
};

function list(context: CommandContext): Promise<void> {
  const options = { user: TEXT, website: TEXT, all: FLAG, json: FLAG };
  const { user, website, all, json } = parseOptions(context.argv, options);
  const websiteId = parseWebsiteIdOption(website);
  return withDatabase(context, readConfig(tokenConfig, context.env), async (database) => {
    const listed = await listTokens(database, context.wallClock());
    const rows = listed.filter(
      ({ state, owner, websiteIds }) =>
        (all || state === 'active') &&
        (user === undefined || owner === user.toLowerCase()) &&
        (websiteId === undefined || websiteIds.includes(websiteId)),
    );
    const columns: TableColumns<ListedToken> = all ? { ...COLUMNS, STATE: ({ state }) => state } : COLUMNS;
    writeTable(context, rows, { columns, json });
  });
}

function revoke(context: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) throw new UsageError('Pass the ids that `token list` shows.');
  return withDatabase(context, readConfig(tokenConfig, context.env), async (database) => {
    const listed = await listTokens(database, context.wallClock());
    const active = new Map(listed.filter(({ state }) => state === 'active').map((each) => [each.id, each]));
    const unknown = ids.filter((id) => !active.has(id));
    // Nothing is revoked if one of them is a mistake.
    if (unknown.length > 0) throw new UsageError(`There is no active token ${unknown.join(', ')}.`);
    for (const id of ids) {
      const listedToken = active.get(id);
      await listedToken?.revoke();
      context.say(`Revoked: ${listedToken?.kind} ${id}, ${listedToken?.name}.`);
    }
  });
}
