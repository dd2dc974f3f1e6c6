import { parseArgs } from 'node:util';
import { issuePersonalToken } from '@funnel/identity';
import { migrateDatabase, openDatabase, websiteNames } from '@funnel/db';
import { SCOPES, type Scope } from '@funnel/domain';
import { readConfig } from '@funnel/service';
import { tokenConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';

const MAX_ID = 2_147_483_647;
const DAY_SECONDS = 86_400;
const MAX_DAYS = 366;
const MCP_SCOPES: readonly Scope[] = ['reports'];

export const token: Command = {
  usage:
    'token --websites 1,2 --scopes reports,contacts:read [--resource rest|mcp] [--days 30] [--name NAME]',
  summary:
    'Prints an access token for the REST API or the tool server, and nothing else.\n' +
    'It is made by the same code as on the token page and ends the legacy keys of its websites.',
  async run(context) {
    const options = readOptions(context);
    const config = readConfig(tokenConfig, context.env);
    await migrateDatabase(config.DATABASE_URL);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'funnel-token',
      maxConnections: 1,
    });
    try {
      const known = await websiteNames(database, options.websiteIds);
      const unknown = options.websiteIds.filter((id) => !known.has(id));
      if (unknown.length > 0) throw new UsageError(`There is no website ${unknown.join(', ')}.`);
      const issued = await issuePersonalToken(database, {
        userId: null,
        name: options.name,
        websiteIds: options.websiteIds,
        scopes: options.scopes,
        resource: options.resource === 'rest' ? config.REST_API_RESOURCE : config.MCP_SERVER_RESOURCE,
        lifeSeconds: options.days * DAY_SECONDS,
      });
      context.stdout.write(`${issued.token}\n`);
      return 0;
    } finally {
      await database.close();
    }
  },
};

function readOptions({ argv }: CliContext) {
  const values = parseOptions(argv);
  const { resource } = values;
  if (resource !== 'rest' && resource !== 'mcp') throw new UsageError('--resource is rest or mcp.');
  const allowed = resource === 'mcp' ? MCP_SCOPES : SCOPES;
  const scopes = listOf(values.scopes).map((scope) => scopeOf(scope, allowed));
  const websiteIds = listOf(values.websites).map((text) => idOf(text));
  if (websiteIds.length === 0)
    throw new UsageError('--websites names one or more website ids: --websites 1,2');
  if (scopes.length === 0) throw new UsageError(`--scopes names one or more of ${allowed.join(', ')}.`);
  const days = Number(values.days);
  if (!/^[1-9]\d*$/.test(values.days) || days > MAX_DAYS) {
    throw new UsageError(`--days is a number from 1 to ${MAX_DAYS}.`);
  }
  return {
    resource,
    scopes: [...new Set(scopes)],
    websiteIds: [...new Set(websiteIds)],
    days,
    name: values.name,
  };
}

function parseOptions(argv: string[]) {
  const options = {
    websites: { type: 'string', default: '' },
    scopes: { type: 'string', default: '' },
    resource: { type: 'string', default: 'rest' },
    days: { type: 'string', default: '30' },
    name: { type: 'string', default: 'Command line' },
  } as const;
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_ID)
    throw new UsageError(`${text} is no website id.`);
  return Number(text);
}

function scopeOf(text: string, allowed: readonly Scope[]): Scope {
  const scope = allowed.find((name) => name === text);
  if (!scope) throw new UsageError(`${text} is no scope here; there are ${allowed.join(', ')}.`);
  return scope;
}
