import { websiteNames } from '@funnel/db';
import { RESOURCE_SCOPES, type ResourceKind, type Scope } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { readConfig } from '@funnel/service';
import { tokenConfig } from '../../config.ts';
import { type CliContext, UsageError } from '../../context.ts';
import { parseWebsiteIdOption, parseOptions } from '../../options.ts';
import { withTokens } from './with-tokens.ts';

const DAY_SECONDS = 24 * 3600;
const MAX_DAYS = 366;
/** The variable with the address of each service. */
const RESOURCE_VARIABLES = {
  rest: 'REST_API_RESOURCE',
  mcp: 'MCP_SERVER_RESOURCE',
  intake: 'EVENT_INTAKE_RESOURCE',
} as const satisfies Record<ResourceKind, string>;
const RESOURCES = Object.keys(RESOURCE_VARIABLES) as ResourceKind[];

/** `token` without a verb: issues an access token. */
export async function issueToken(context: CliContext): Promise<number> {
  const options = readOptions(context);
  const config = readConfig(tokenConfig, context.env);
  return withTokens(context, async (database) => {
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
    return 0;
  });
}

function readOptions({ argv }: CliContext) {
  const { values } = parseOptions({
    args: argv,
    options: {
      websites: { type: 'string', default: '' },
      scopes: { type: 'string', default: '' },
      resource: { type: 'string', default: 'rest' },
      days: { type: 'string', default: '30' },
      name: { type: 'string', default: 'Command line' },
    },
  });
  const { resource } = values;
  if (!isResource(resource)) throw new UsageError(`--resource must be one of ${RESOURCES.join(', ')}.`);
  const allowed = RESOURCE_SCOPES[resource];
  const scopes = splitList(values.scopes).map((scope) => parseScope(scope, resource));
  const websiteIds = splitList(values.websites).map((text) =>
    parseWebsiteIdOption(text, `${text} is not a website id.`),
  );
  if (websiteIds.length === 0)
    throw new UsageError('--websites needs one or more website ids, for example --websites 1,2.');
  if (scopes.length === 0) throw new UsageError(`--scopes needs one or more of ${allowed.join(', ')}.`);
  const days = Number(values.days);
  if (!/^[1-9]\d*$/.test(values.days) || days > MAX_DAYS) {
    throw new UsageError(`--days must be a number from 1 to ${MAX_DAYS}.`);
  }
  return {
    resource,
    scopes: [...new Set(scopes)],
    websiteIds: [...new Set(websiteIds)],
    days,
    name: values.name,
  };
}

function isResource(text: string): text is ResourceKind {
  return Object.hasOwn(RESOURCE_VARIABLES, text);
}

function splitList(text: string): string[] {
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
