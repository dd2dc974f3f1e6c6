import { LocalError, parseArguments } from '@funnel/servers';
import { startProduct, type Trial, trialCommand } from '../trial.ts';
import { checkWithClients } from './clients.ts';
import { type Product, REVISIONS, type Revision } from './conformance-run.ts';
import { checkAuthorizationServer, checkToolServer } from './official-tool.ts';

const SUITES = {
  authorization: 'the official conformance tool on the authorization server',
  server: 'the official conformance tool on the tool server',
  clients: 'the whole OAuth flow with the clients of SDK 1.x and 2.x',
};

type SuiteName = keyof typeof SUITES;

/** The suites and revisions to run. */
interface ConformanceRequest {
  suites: SuiteName[];
  revisions: readonly Revision[];
  /** Services that already run; without them, the suites start their own. */
  product: Product | undefined;
}

const USAGE = [
  'Usage: npm run -s conformance -- [SUITE...] [--revision REVISION]',
  ...Object.entries(SUITES).map(([name, text]) => `  ${name.padEnd(15)}${text}`),
  'Without a SUITE: all of these.',
  `REVISION of the protocol: ${REVISIONS.join(' or ')}; both by default.`,
  'Against services that already run: --issuer URL --tools URL --email EMAIL --websites 1,2',
  'with the password of that person, who belongs to these websites, in CONFORMANCE_PASSWORD.',
].join('\n');

/** Parses the command line. */
export function readArguments(args: string[], env: NodeJS.ProcessEnv = {}): ConformanceRequest {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: { revision: text, issuer: text, tools: text, email: text, websites: text },
  });
  const names = Object.keys(SUITES) as SuiteName[];
  const unknown = positionals.find((name) => !isOneOf(names, name));
  if (unknown !== undefined) throw new LocalError(`There is no suite ${unknown}.\n${USAGE}`);
  const { revision } = values;
  if (revision !== undefined && !isOneOf(REVISIONS, revision))
    throw new LocalError(`There is no baseline for ${revision}.\n${USAGE}`);
  return {
    suites: names.filter((name) => positionals.length === 0 || positionals.includes(name)),
    revisions: revision === undefined ? REVISIONS : [revision],
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

function isOneOf<Value extends string>(values: readonly Value[], value: string): value is Value {
  return (values as readonly string[]).includes(value);
}

async function conformance(request: ConformanceRequest, trial: Trial): Promise<boolean> {
  const { suites, revisions } = request;
  const run = { ...trial, product: request.product ?? (await startProduct(trial)) };
  const outcomes: [string, boolean][] = [];
  const record = async (title: string, suite: () => Promise<boolean>) => {
    console.log(`\n${title}`);
    outcomes.push([title, await suite()]);
  };
  if (suites.includes('authorization')) await record('authorization', () => checkAuthorizationServer(run));
  for (const revision of revisions) {
    if (suites.includes('server'))
      await record(`server, protocol ${revision}`, () => checkToolServer(run, revision));
  }
  if (suites.includes('clients')) await record('clients', () => checkWithClients(run, revisions));

  console.log('');
  for (const [title, passed] of outcomes) console.log(`${passed ? 'ok     ' : 'FAILED '} ${title}`);
  return outcomes.every(([, passed]) => passed);
}

/** `npm run -s conformance`: runs official tools and clients against the real services, on a temporary database, or on given addresses. */
export const main = trialCommand('conformance', (args) => readArguments(args, process.env), conformance);
