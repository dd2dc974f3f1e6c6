import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  matches: RegExp;
  /** Only a problem for tables that the same file does not create: `table` is the name in the pattern. */
  onlyExisting?: true;
  /** Not a problem if the statement matches this, too. */
  unless?: RegExp;
  why: string;
}

const FOLDER = join('packages', 'db', 'drizzle');
/** Earlier migrations were made for services that stop while they run. */
const FIRST_CHECKED = '0009';
const CONCURRENTLY = /^create (?:unique )?index concurrently\b/;
const NAME = String.raw`(?:"?public"?\.)?"?(?<table>\w+)"?`;
const table = (rest: string) =>
  new RegExp(String.raw`^alter table (?:only )?(?:if exists )?${NAME} .*?${rest}`, 's');

/** docs/how-to/change-the-schema.md explains each of them, and what to do instead. */
const RULES: readonly Rule[] = [
  {
    matches: /^drop (?:table|view|type|domain|function|schema|sequence)\b/,
    why: 'services of the version before still use it',
  },
  {
    matches: table(String.raw`\bdrop (?:column|constraint|default)\b`),
    why: 'services of the version before still use it',
  },
  { matches: /^alter .*\brename\b/s, why: 'services of the version before know only the old name' },
  { matches: /^alter type .* add value\b/s, why: 'services of the version before do not know the new value' },
  {
    matches: table(String.raw`\balter (?:column )?\S+ (?:set data )?type\b`),
    onlyExisting: true,
    why: 'it rewrites the table while everybody waits, and a report that began before sees an empty table',
  },
  {
    matches: table(String.raw`\bset not null\b`),
    onlyExisting: true,
    why: 'it reads the whole table while everybody waits, and rejects what services of the version before write',
  },
  {
    matches: table(
      String.raw`\badd (?:column )?(?:if not exists )?(?!constraint\b|primary\b|unique\b|foreign\b|check\b)[^,;]*\bnot null\b`,
    ),
    unless: /\bdefault\b/,
    onlyExisting: true,
    why: 'services of the version before do not write the column: give it a default',
  },
  {
    matches: table(
      String.raw`\badd (?:column )?(?:if not exists )?(?!constraint\b|primary\b|unique\b|foreign\b|check\b)[^,;]*\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval)\b`,
    ),
    onlyExisting: true,
    why: 'a default that differs by row rewrites the table while everybody waits',
  },
  {
    matches: table(String.raw`\badd (?:constraint \S+ )?(?:check|foreign key)\b`),
    unless: /\bnot valid\b/,
    onlyExisting: true,
    why: 'it reads the whole table while everybody waits: add it as NOT VALID',
  },
  {
    matches: table(String.raw`\badd (?:constraint \S+ )?(?:primary key|unique|exclude)\b`),
    onlyExisting: true,
    why: 'it builds an index while nobody can write',
  },
  {
    matches: new RegExp(String.raw`^create (?:unique )?index\b.*? on (?:only )?${NAME}`, 's'),
    unless: CONCURRENTLY,
    onlyExisting: true,
    why: 'it builds the index while nobody can write: build it CONCURRENTLY, in a migration of its own',
  },
  {
    matches: new RegExp(String.raw`^(?:update|delete from|truncate(?: table)?) (?:only )?${NAME}`),
    onlyExisting: true,
    why: 'it locks the rows until the migration ends: change them in batches, by a command',
  },
  { matches: /^(?:lock|cluster|vacuum|reindex)\b/, why: 'everybody waits for it' },
];

const MIXED =
  'an index that is built CONCURRENTLY cannot be part of a transaction: give indexes a migration of their own';

/** `verify:migrations`: prints what is wrong with new migrations. Returns the exit status. */
export function checkMigrations(root: string): number {
  const files = readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.sql') && name >= FIRST_CHECKED)
    .map((name) => ({ name: join(FOLDER, name), text: readFileSync(join(root, FOLDER, name), 'utf8') }));
  const faults = findMigrationFaults(files);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(
      'docs/how-to/change-the-schema.md says what to do instead. After a review, write `-- reviewed: REASON` above the statement.',
    );
    return 1;
  }
  console.log(`${files.length} new migrations neither block nor break running services`);
  return 0;
}

/** One line for each statement that would block or break services that run meanwhile. */
export function findMigrationFaults(files: readonly { name: string; text: string }[]): string[] {
  return files.flatMap(({ name, text }) => {
    const statements = statementsOf(text);
    const created = new Set(statements.flatMap(({ sql }) => createdTable(sql) ?? []));
    const blocking = statements
      .filter(({ isReviewed }) => !isReviewed)
      .flatMap(({ sql }) => {
        const broken = RULES.find((rule) => breaks(rule, sql, created));
        return broken ? [`${name}: \`${shortened(sql)}\`: ${broken.why}`] : [];
      });
    const concurrent = statements.filter(({ sql }) => CONCURRENTLY.test(sql));
    const isMixed = concurrent.length > 0 && concurrent.length < statements.length;
    return isMixed ? [...blocking, `${name}: ${MIXED}`] : blocking;
  });
}

function breaks({ matches, unless, onlyExisting }: Rule, sql: string, created: ReadonlySet<string>): boolean {
  const match = matches.exec(sql);
  if (!match || unless?.test(sql)) return false;
  return !(onlyExisting && created.has(match.groups?.['table'] ?? ''));
}

function createdTable(sql: string): string | undefined {
  return new RegExp(`^create table (?:if not exists )?${NAME}`).exec(sql)?.groups?.['table'];
}

/** The statements of a file in lower case and without comments, texts and the bodies of functions. */
function statementsOf(text: string): { sql: string; isReviewed: boolean }[] {
  return text
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/^\s*-- *reviewed: *\S.*$/gm, ' @reviewed ')
    .replaceAll(/--.*$/gm, ' ')
    .split(';')
    .map((part) => part.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .map((part) => ({
      sql: part.replaceAll('@reviewed', '').trim(),
      isReviewed: part.startsWith('@reviewed'),
    }))
    .filter(({ sql }) => sql !== '');
}

function shortened(sql: string): string {
  return sql.length > 80 ? `${sql.slice(0, 79)}…` : sql;
}
