import { type CliContext, type Command, UsageError } from '../../context.ts';
import { parseIdOption, parseOptions } from '../../options.ts';
import { writeTable } from '../../write-table.ts';
import { issueToken } from './issue.ts';
import { type ListedToken, listTokens } from './listed-tokens.ts';
import { withTokens } from './with-tokens.ts';

/** `token`: issues, lists and revokes access tokens. */
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

const COLUMNS: Record<string, (token: ListedToken) => string> = {
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

function list(context: CliContext): Promise<number> {
  const { values } = parseOptions({
    args: context.argv,
    options: {
      user: { type: 'string' },
      website: { type: 'string' },
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { user, website, all, json } = values;
  const websiteId =
    website === undefined ? undefined : parseIdOption(website, `${website} is not a website id.`);
  return withTokens(context, async (database) => {
    const listed = await listTokens(database, context.wallClock());
    const rows = listed.filter(
      ({ state, owner, websiteIds }) =>
        (all || state === 'active') &&
        (user === undefined || owner === user.toLowerCase()) &&
        (websiteId === undefined || websiteIds.some((id) => id === websiteId)),
    );
    writeTable(
      context,
      { json },
      { rows, columns: all ? { ...COLUMNS, STATE: ({ state }) => state } : COLUMNS },
    );
    return 0;
  });
}

function revoke(context: CliContext, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) throw new UsageError('Pass the ids that `token list` shows.');
  return withTokens(context, async (database) => {
    const listed = await listTokens(database, context.wallClock());
    const active = new Map(listed.filter(({ state }) => state === 'active').map((each) => [each.id, each]));
    const unknown = ids.filter((id) => !active.has(id));
    // Nothing is revoked if one of them is a mistake.
    if (unknown.length > 0) throw new UsageError(`There is no active token ${unknown.join(', ')}.`);
    for (const id of ids) {
      const listedToken = active.get(id);
      await listedToken?.revoke();
      context.stderr.write(`Revoked: ${listedToken?.kind} ${id}, ${listedToken?.name}.\n`);
    }
    return 0;
  });
}
