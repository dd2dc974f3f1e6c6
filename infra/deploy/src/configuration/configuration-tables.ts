import { COMMON_VARIABLES } from '@funnel/service';
import { COMMAND_SCHEMAS, COMMANDS_APP, SERVICE_SCHEMAS } from '../deployables.ts';
import { markdownTable } from '../markdown-table.ts';
import { allVariables, COMMON_OF_COMMANDS, type ReadVariable } from './variables.ts';

const SERVICE_COUNT = Object.keys(SERVICE_SCHEMAS).length;
const COMMAND_COUNT = Object.keys(COMMAND_SCHEMAS).length;

interface Section {
  title: string;
  has: (variable: ReadVariable) => boolean;
  /** What the table does not say about its readers. Without it, the table has a column for them. */
  about?: string;
}

const isCommon = ({ name }: ReadVariable) => COMMON_VARIABLES.includes(name);
const hasOneReader = ({ readers }: ReadVariable) => readers.length === 1;
const isOnlyOf = (reader: string) => (variable: ReadVariable) =>
  !isCommon(variable) && hasOneReader(variable) && variable.readers[0] === reader;
const service = (title: string, reader: string): Section => ({
  title,
  has: isOnlyOf(reader),
  about: `Read by \`${reader}\`.`,
});

const SECTIONS: readonly Section[] = [
  {
    title: 'Every service',
    has: isCommon,
    about: `The commands read ${COMMON_OF_COMMANDS.map((name) => code(name)).join(' and ')}, too.`,
  },
  { title: 'Several services', has: (variable) => !isCommon(variable) && !hasOneReader(variable) },
  service('REST API', 'rest-api'),
  service('Tool server', 'mcp-server'),
  service('Authorization server', 'authorization-server'),
  service('Insights worker', 'insights-worker'),
  service('Event intake', 'event-intake'),
  service('Dashboard', 'dashboard'),
  { title: "Operator's commands", has: isOnlyOf(COMMANDS_APP) },
];

export function configurationTables(): string {
  const variables = allVariables();
  const sections = SECTIONS.map(({ title, has, about }) => {
    const readers = about === undefined ? ['read by'] : [];
    const rows = variables
      .filter(has)
      .map((variable) => [...rowOf(variable), ...readers.map(() => readersOf(variable))]);
    const table = markdownTable(['variable', 'meaning', 'value', 'default', ...readers], rows);
    return `## ${title}\n\n${about === undefined ? '' : `${about}\n\n`}${table}`;
  });
  return sections.join('\n\n');
}

function rowOf(variable: ReadVariable): string[] {
  const { name, meaning, isSecret } = variable;
  return [code(name), isSecret ? `${meaning}; **secret**` : meaning, valueOf(variable), defaultOf(variable)];
}

function valueOf({ expected, example, fallback }: ReadVariable): string {
  const says = example !== undefined && example !== '...' && example !== fallback;
  return says ? `${expected} (${code(example)})` : expected;
}

function defaultOf({ isRequired, fallback, otherFallbacks }: ReadVariable): string {
  const usual = isRequired ? 'required' : fallback === undefined ? 'none' : code(fallback);
  const others = [...otherFallbacks].map(
    ([reader, value]) => `${reader}: ${value === 'none' ? value : code(value)}`,
  );
  return [usual, ...others].join('; ');
}

function readersOf({ readers, commands }: ReadVariable): string {
  const services = readers.filter((reader) => reader !== COMMANDS_APP);
  return [
    ...(services.length === SERVICE_COUNT ? ['every service'] : services),
    ...(commands.length > 0
      ? [commands.length === COMMAND_COUNT ? 'every command' : `cli (${commands.join(', ')})`]
      : []),
  ].join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}
