import { parseArgs } from 'node:util';
import { LocalError } from '@funnel/servers';
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
}

const USAGE = [
  'Usage: pnpm conformance [SUITE...] [--revision REVISION]',
  ...Object.entries(SUITES).map(([name, text]) => `  ${name.padEnd(15)}${text}`),
  `  ${'all'.padEnd(15)}all of these (default)`,
  `REVISION of the protocol: ${REVISIONS.join(' or ')}; both by default.`,
].join('\n');

/** Parses the command line. */
export function readArguments(args: string[]): ConformanceRequest {
  const { values, positionals } = parse(args);
  const names = Object.keys(SUITES) as SuiteName[];
  const unknown = positionals.find((name) => name !== 'all' && !isOneOf(names, name));
  if (unknown !== undefined) throw new LocalError(`There is no suite ${unknown}.\n${USAGE}`);
  const isAll = positionals.length === 0 || positionals.includes('all');
  return {
    suites: names.filter((name) => isAll || positionals.includes(name)),
    revisions: revisionsOf(values.revision),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { revision: { type: 'string' } } });
  } catch (error) {
    throw new LocalError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function revisionsOf(asked: string | undefined): readonly Revision[] {
  if (asked === undefined) return REVISIONS;
  if (!isOneOf(REVISIONS, asked)) throw new LocalError(`There is no baseline for ${asked}.\n${USAGE}`);
  return [asked];
}

function isOneOf<Value extends string>(values: readonly Value[], value: string): value is Value {
  return (values as readonly string[]).includes(value);
}
