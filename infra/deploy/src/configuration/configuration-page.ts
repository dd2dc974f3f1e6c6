import { COMMON_VARIABLES } from '@funnel/service';
import { COMMANDS_APP, SERVICE_SCHEMAS } from '../deployables.ts';
import { markdownTable } from '../markdown-table.ts';
import { allVariables, type ReadVariable } from './variables.ts';

const INTRODUCTION = `<!-- Generated from the schemas of the services: run npm run -s generate. -->

# Configuration

Every environment variable of every service and command. An empty variable counts as missing. A service that finds a
wrong value does not start: it prints one line for each wrong variable, with what to write instead.

A variable marked **secret** can be in a file: set the variable with \`_FILE\` to its path, such as
\`INTROSPECTION_CLIENT_SECRET_FILE=/run/secrets/introspection_client_secret\`. The end of the last line is not part of the
secret. Setting both, a missing file or an empty one stops the start. [Secrets](secrets.md) says how to make and rotate
them.

\`npm start\` on one machine needs none of them: it uses the embedded PostgreSQL, makes secrets in \`.local/\`, and takes
another free port if one is taken. \`FUNNEL_LOCAL_DIR\` is the folder to use instead of \`.local/\`.
`;

const SERVICE_COUNT = Object.keys(SERVICE_SCHEMAS).length;

interface Section {
  title: string;
  has(variable: ReadVariable): boolean;
}

const isCommon = ({ name }: ReadVariable) => COMMON_VARIABLES.includes(name);
const hasOneReader = ({ readers }: ReadVariable) => readers.length === 1;
const only = (title: string, reader: string): Section => ({
  title,
  has: (variable) => !isCommon(variable) && hasOneReader(variable) && variable.readers[0] === reader,
});

const SECTIONS: readonly Section[] = [
  { title: 'Every service', has: isCommon },
  { title: 'Several services', has: (variable) => !isCommon(variable) && !hasOneReader(variable) },
  only('REST API', 'rest-api'),
  only('Tool server', 'mcp-server'),
  only('Authorization server', 'authorization-server'),
  only('Insights worker', 'insights-worker'),
  only('Event intake', 'event-intake'),
  only('Dashboard', 'dashboard'),
  only("Operator's commands", COMMANDS_APP),
];

/** The text of docs/reference/configuration.md. */
export function configurationPage(): string {
  const variables = allVariables();
  const sections = SECTIONS.map((section) => {
    const rows = variables.filter((variable) => section.has(variable)).map((variable) => rowOf(variable));
    const head = ['variable', 'meaning', 'value', 'default', 'example', 'read by'];
    return rows.length === 0 ? '' : `\n## ${section.title}\n\n${markdownTable(head, rows)}\n`;
  });
  return `${INTRODUCTION}${sections.join('')}`;
}

function rowOf(variable: ReadVariable): string[] {
  const { name, meaning, expected, example, isSecret } = variable;
  return [
    code(name),
    isSecret ? `${meaning}; **secret**` : meaning,
    expected,
    defaultOf(variable),
    example === undefined || example === '...' ? '' : code(example),
    readersOf(variable),
  ];
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
      ? [`cli (${commands.length === 10 ? 'every command' : commands.join(', ')})`]
      : []),
  ].join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}
