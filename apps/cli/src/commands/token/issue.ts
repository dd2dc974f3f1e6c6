import { websiteNames } from '@funnel/db';
import { RESOURCE_SCOPES, type ResourceKind, type Scope } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { readConfig } from '@funnel/service';
import { tokenConfig } from '../../config.ts';
import { type CommandContext, UsageError } from '../../context.ts';
import { oneOf, parseNumber, parseOptions, parseWebsiteIdOption, TEXT } from '../../options.ts';
import { withDatabase } from '../../with-database.ts';

const DAY_SECONDS = 24 * 3600;
const MAX_DAYS = 366;
const RESOURCE_VARIABLES = {
  rest: 'REST_API_RESOURCE',
  mcp: 'MCP_SERVER_RESOURCE',
  intake: 'EVENT_INTAKE_RESOURCE',
} as const satisfies Record<ResourceKind, string>;
const RESOURCES = Object.keys(RESOURCE_VARIABLES) as ResourceKind[];

/** `token` without a verb: issues an access token. */
export async function issueToken(context: CommandContext): Promise<void> {
  const options = readOptions(context.argv);
  const config = readConfig(tokenConfig, context.env);
  return withDatabase(context, config, async (database) => {
    const known = await websiteNames(database, options.websiteIds);
    const unknown = options.websiteIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw new UsageError(`There is no website ${unknown.join(', ')}.`);
    const issued = await issuePersonalToken(database, {
      userId: null,
      name: options.name,
      websiteIds: options.websiteIds,
      scopes: options.scopes,
      resource: config[RESOURCE_VARIABLES[options.resource]],
      lifeSeconds: options.days * DAY_SECONDS,
    });
    context.stdout.write(`${issued.token}\n`);
  });
}

function readOptions(argv: string[]) {
  const options = { websites: TEXT, scopes: TEXT, resource: TEXT, days: TEXT, name: TEXT };
  const values = parseOptions(argv, options);
  const { resource: given = 'rest', days = '30', name = 'Command line' } = values;
  const resource = oneOf(given, RESOURCES, `--resource must be one of ${RESOURCES.join(', ')}.`);
  const allowed = RESOURCE_SCOPES[resource];
  const scopes = splitList(values.scopes).map((scope) => parseScope(scope, resource));
  const websiteIds = splitList(values.websites).map((text) => parseWebsiteIdOption(text));
  if (websiteIds.length === 0)
    throw new UsageError('--websites needs one or more website ids, for example --websites 1,2.');
  if (scopes.length === 0) throw new UsageError(`--scopes needs one or more of ${allowed.join(', ')}.`);
  return {
    resource,
    scopes: [...new Set(scopes)],
    websiteIds: [...new Set(websiteIds)],
    days: parseNumber('--days', days, [1, MAX_DAYS]),
    name,
  };
}

function splitList(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parseScope(text: string, resource: ResourceKind): Scope {
  const allowed: readonly Scope[] = RESOURCE_SCOPES[resource];
  const scope = allowed.find((name) => name === text);
  if (scope) return scope;
  const owner = RESOURCES.find((name) => RESOURCE_SCOPES[name].some((each) => each === text));
  const hint = owner ? ` ${text} is one of --resource ${owner}.` : '';
  const valid = `Valid scopes: ${allowed.join(', ')}.`;
  throw new UsageError(`${text} is not a scope of --resource ${resource}. ${valid}${hint}`);
}
