import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Columns, type DeclaredStatement, declaredStatements } from '@funnel/db/sql';
import { withTestDatabase } from '@funnel/testing';
import type { Sql } from 'postgres';
import { withTestPostgres } from '@funnel/servers';
import { findRouteFaults, type SourceFile } from './check-routes.ts';

interface FoundColumn {
  name: string;
  type: string;
}

/**
 * `verify:sql`: prepares every SQL file on a freshly migrated database and compares its parameters and result
 * columns with the declaration in code. Resolves with the exit status.
 */
export async function checkSql(root: string): Promise<number> {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  const withSql = packages.filter((folder) => existsSync(join(folder, 'sql')));
  const files = withSql.flatMap((folder) =>
    readdirSync(join(folder, 'sql')).map((name) => join(folder, 'sql', name)),
  );
  try {
    for (const entry of withSql.flatMap(entriesOf)) await import(pathToFileURL(entry).href);
  } catch (error) {
    console.error((error as Error).message.replace(join(root, '/'), ''));
    return 1;
  }
  const faults = await withTestPostgres(join(root, '.local', 'verify'), () =>
    withTestDatabase(({ sql }) => findSqlFaults(sql, files, declaredStatements())),
  );
  faults.push(...findRouteFaults(declaredStatements(), typescriptFiles(root).map(sourceFile)));
  for (const fault of faults) console.error(fault.replace(join(root, '/'), ''));
  if (faults.length === 0)
    console.log(`${files.length} SQL files match their declarations; every statement names its websites`);
  return faults.length === 0 ? 0 : 1;
}

function entriesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, { default?: string }>;
  };
  return Object.values(manifest.exports).flatMap((entry) => {
    return entry.default?.startsWith('./dist/') ? [join(folder, entry.default)] : [];
  });
}

function typescriptFiles(root: string): string[] {
  return ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((name) => {
      const folder = join(root, parent, name, 'src');
      if (!existsSync(folder)) return [];
      const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return entries.filter((entry) => entry.endsWith('.ts')).map((entry) => join(folder, entry));
    }),
  );
}

function sourceFile(file: string): SourceFile {
  return { file, text: readFileSync(file, 'utf8') };
}

/** Compares SQL files with their declarations: one line for each difference, empty when all match. */
export async function findSqlFaults(
  sql: Sql,
  files: readonly string[],
  statements: readonly DeclaredStatement[],
): Promise<string[]> {
  const declaredFiles = new Set(statements.map(({ file }) => file));
  const undeclared = files
    .filter((file) => !declaredFiles.has(file))
    .map((file) => `${file}: no code declares this file; declare it with statement(...) or delete it`);
  const typeNames = await readTypeNames(sql);
  const differences = [];
  for (const statement of statements) differences.push(...(await compare(sql, statement, typeNames)));
  return [...undeclared, ...differences];
}

async function compare(
  sql: Sql,
  { file, text, parameters, columns }: DeclaredStatement,
  typeNames: Map<number, string>,
): Promise<string[]> {
  const typeName = (oid: number) => typeNames.get(oid) ?? `type ${oid}`;
  try {
    const described = await sql.unsafe(text).describe();
    const returned = (described.columns ?? []).map(({ name, type }) => ({ name, type: typeName(type) }));
    return [
      ...compareParameters(described.types.map(typeName), parameters),
      ...compareColumns(returned, columns),
    ].map((fault) => `${file}: ${fault}`);
  } catch (error) {
    return [`${file}: PostgreSQL cannot prepare it: ${(error as Error).message}`];
  }
}

function compareParameters(found: string[], declared: Columns): string[] {
  const expected = Object.entries(declared);
  if (found.length !== expected.length) {
    const names = expected.map(([name]) => name).join(', ') || 'none';
    return [`takes ${found.length} parameters, but the code declares ${expected.length} (${names})`];
  }
  return expected.flatMap(([name, { type }], index) =>
    found[index] === type
      ? []
      : [`parameter $${index + 1} "${name}": expected ${type}, found ${found[index]}`],
  );
}

function compareColumns(found: FoundColumn[], declared: Columns): string[] {
  const unexpected = found
    .filter(({ name }) => !Object.hasOwn(declared, name))
    .map(({ name, type }) => `column "${name}": expected none, found ${type}`);
  const repeated = found
    .filter(({ name }, index) => found.findIndex((other) => other.name === name) < index)
    .map(({ name }) => `column "${name}": found more than once`);
  const different = Object.entries(declared).flatMap(([name, { type }]) => {
    const match = found.find((column) => column.name === name);
    return match?.type === type ? [] : [`column "${name}": expected ${type}, found ${match?.type ?? 'none'}`];
  });
  return [...unexpected, ...repeated, ...different];
}

/** Type names by oid, arrays as `int4[]`. */
async function readTypeNames(sql: Sql): Promise<Map<number, string>> {
  const rows = await sql<{ oid: number; name: string }[]>`
    select t.oid, coalesce(element.typname || '[]', t.typname) as name
    from pg_type as t
    left join pg_type as element on t.typcategory = 'A' and element.oid = t.typelem`;
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}
