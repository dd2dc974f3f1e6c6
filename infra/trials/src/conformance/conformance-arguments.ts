import { LocalError, parseArguments } from '@funnel/servers';
import type { Product } from './conformance-run.ts';
import { REVISIONS, type Revision } from './revisions.ts';

const SUITES = {
  authorization: 'the official conformance tool on the authorization server',
  server: 'the official conformance tool on the tool server',
  inspector: 'the command line of the MCP inspector on the tool server',
  clients: 'the whole OAuth flow with the clients of SDK 1.x and 2.x',
};

type SuiteName = keyof typeof SUITES;

/** The suites and revisions to run. */
export interface ConformanceRequest {
  suites: SuiteName[];
  revisions: readonly Revision[];
  /** Services that already run; without them, the suites start their own. */
  product: Product | undefined;
}

const USAGE = [
  'Usage: npm run -s conformance -- [SUITE...] [--revision REVISION]',
  ...Object.entries(SUITES).map(([name, text]) => `  ${name.padEnd(15)}${text}`),
  `  ${'all'.padEnd(15)}all of these (default)`,
  `REVISION of the protocol: ${REVISIONS.join(' or ')}; both by default.`,
  'Against services that already run: --issuer URL --tools URL --email EMAIL --websites 1,2',
  'with the password of that person, who belongs to these websites, in CONFORMANCE_PASSWORD.',
].join('\n');

/** Parses the command line. */
export function readArguments(args: string[], env: NodeJS.ProcessEnv = {}): ConformanceRequest {
  const { values, positionals } = parse(args);
  const names = Object.keys(SUITES) as SuiteName[];
  const unknown = positionals.find((name) => name !== 'all' && !isOneOf(names, name));
  if (unknown !== undefined) throw new LocalError(`There is no suite ${unknown}.\n${USAGE}`);
  const isAll = positionals.length === 0 || positionals.includes('all');
  return {
    suites: names.filter((name) => isAll || positionals.includes(name)),
    revisions: revisionsOf(values.revision),
    product: productOf(values, env['CONFORMANCE_PASSWORD']),
  };
}

/** All of the options, or none. */
function productOf(
  { issuer, tools, email, websites }: Readonly<Record<string, string | undefined>>,
  password: string | undefined,
): Product | undefined {
  if ([issuer, tools, email, websites].every((value) => value === undefined)) return undefined;
  if (!issuer || !tools || !email || !websites || !password)
    throw new LocalError(`Some of the options of services that already run are missing.\n${USAGE}`);
  return {
    addresses: { AUTHORIZATION_SERVER_ISSUER: issuer, MCP_SERVER_RESOURCE: tools },
    person: { email, password, websiteIds: websites.split(',').map(Number) },
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { revision: text, issuer: text, tools: text, email: text, websites: text };
  return parseArguments(USAGE, { args, allowPositionals: true, options });
}

function revisionsOf(asked: string | undefined): readonly Revision[] {
  if (asked === undefined) return REVISIONS;
  if (!isOneOf(REVISIONS, asked)) throw new LocalError(`There is no baseline for ${asked}.\n${USAGE}`);
  return [asked];
}

function isOneOf<Value extends string>(values: readonly Value[], value: string): value is Value {
  return (values as readonly string[]).includes(value);
}
