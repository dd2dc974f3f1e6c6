/**
 * Every statement about data of websites says by a constant which websites it is about: `website_id = $1::int` or
 * `website_id = any ($1::int[])`. So Citus knows from the statement alone which machine has to answer it.
 */
import { WEBSITE_TABLES } from '@funnel/admin';

/** A text with statements: a SQL file, or a file with queries of Drizzle. */
export interface SourceFile {
  file: string;
  text: string;
}

/** What may ask all websites, by the end of its file's name, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'db/sql/read-websites.sql': 'only on one machine: on Citus, read-website-activity.sql runs instead',
  'admin/sql/read-unestimated.sql': 'part of a migration that is older than the support of Citus',
  'admin/sql/write-estimates.sql': 'the same migration',
  'contacts/src/person-data.ts': 'an operator looks for a person on all websites',
  'ingest/sql/delete-old-ids.sql':
    'only on one machine: on Citus, delete-old-ids-of-websites.sql runs instead',
  'ingest/sql/append-events.sql': 'only on one machine: on Citus, find-packed-events.sql looks ids up',
  'insights/sql/find-missing-snapshots.sql': 'the worker finds and counts the websites that are due',
};

/** One line for each statement that does not name its websites, and for each exception that is not needed. */
export function findRouteFaults(sqlFiles: readonly SourceFile[], ormFiles: readonly SourceFile[]): string[] {
  const faults = [
    ...sqlFiles.flatMap(({ file, text }) => unroutedTables(text).map((table) => ({ file, table }))),
    ...ormFiles.flatMap(({ file, text }) => unroutedQueries(text).map((table) => ({ file, table }))),
  ];
  const exceptionOf = (file: string) => Object.keys(EXCEPTIONS).find((name) => file.endsWith(`/${name}`));
  const used = new Set(faults.map(({ file }) => exceptionOf(file)));
  return [
    ...faults
      .filter(({ file }) => exceptionOf(file) === undefined)
      .map(
        ({ file, table }) =>
          `${file}: reads or writes "${table}" without a constant for the website, such as website_id = $1::int or any ($1::int[])`,
      ),
    ...[...sqlFiles, ...ormFiles]
      .map(({ file }) => exceptionOf(file))
      .filter((name) => name !== undefined && !used.has(name))
      .map((name) => `${name}: is an exception in check-routes.ts, but needs none`),
  ];
}

const TABLES = WEBSITE_TABLES.join('|');
const REFERENCE = new RegExp(
  String.raw`\b(from|join|into|update|using)\s+(${TABLES})\b(?:\s+(?:as\s+)?(?!where\b|on\b|using\b|join\b|order\b|group\b|set\b|offset\b|limit\b|cross\b|left\b|returning\b|union\b)([a-z]\w*))?`,
  'g',
);
const CONSTANT = String.raw`(?:\$\d+::int\b|any \(\$\d+::int\[\]\))`;

/** The tables of a statement that are not bound to constant websites. */
function unroutedTables(text: string): string[] {
  return scopesOf(text.replaceAll(/--.*$/gm, '').toLowerCase()).flatMap((scope) => {
    const references = [...scope.matchAll(REFERENCE)].map(([, verb, table = '', alias]) => ({
      verb,
      table,
      name: alias ?? table,
    }));
    const isAlone = references.length === 1;
    const named = new Set(
      references.filter(({ name }) => isConstant(scope, name, isAlone)).map(({ name }) => name),
    );
    return references
      .filter(
        // A row cannot be inserted without its website.
        ({ verb, name }) =>
          verb !== 'into' && !named.has(name) && ![...named].some((other) => isEqual(scope, name, other)),
      )
      .map(({ table }) => table);
  });
}

function isConstant(scope: string, name: string, isAlone: boolean): boolean {
  const prefix = isAlone ? String.raw`(?:${name}\.)?` : String.raw`${name}\.`;
  return new RegExp(String.raw`(?<![\w.])${prefix}website_id = ${CONSTANT}`).test(scope);
}

function isEqual(scope: string, one: string, other: string): boolean {
  const equal = (a: string, b: string) => scope.includes(`${a}.website_id = ${b}.website_id`);
  return equal(one, other) || equal(other, one);
}

const SUBQUERY = /^\s*(?:select|with|insert|update|delete)\b/;

/** A statement and its subqueries, each without the subqueries inside it. */
function scopesOf(text: string): string[] {
  const scopes: string[] = [];
  const open = [''];
  const append = (part: string) => open.push((open.pop() ?? '') + part);
  for (const part of text.split(/([()])/)) {
    if (part === '(') open.push('');
    else if (part === ')') {
      const inner = open.pop() ?? '';
      if (SUBQUERY.test(inner)) scopes.push(inner);
      append(SUBQUERY.test(inner) ? ' ' : `(${inner})`);
    } else append(part);
  }
  return [...scopes, ...open];
}

const ORM_TABLES = WEBSITE_TABLES.map((table) =>
  table.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
).join('|');
const ORM_REFERENCE = new RegExp(String.raw`\.(?:from|update|delete)\((${ORM_TABLES})\)`, 'g');

/** The tables that a function queries with Drizzle without naming the website. An insert names it: its type demands it. */
function unroutedQueries(text: string): string[] {
  return text
    .split(/^}/m)
    .flatMap((declaration) =>
      [...declaration.matchAll(ORM_REFERENCE)]
        .map(([, table = '']) => table)
        .filter((table) => !new RegExp(String.raw`\b(?:eq|inArray)\(${table}\.websiteId,`).test(declaration)),
    );
}
