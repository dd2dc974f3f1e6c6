import { type Database, Memory } from '@funnel/db';

/** A statement as it was sent, with the source files on the stack, innermost first. */
export interface WatchedStatement {
  text: string;
  files: string[];
}

const FRAMES = 100;
const SOURCE = /((?:apps|packages)\/[^/]+\/src\/[^:)]+\.ts)/;

/** The same database, which reports every SQL file it sends, in and outside of transactions. */
export function watchStatements(
  database: Database,
  onStatement: (statement: WatchedStatement) => void,
): Database {
  // A memory of its own: statements that calls share are then sent by this one.
  return { ...database, memory: new Memory(), sql: watched(database.sql, onStatement) };
}

function watched<Sql extends object>(sql: Sql, onStatement: (statement: WatchedStatement) => void): Sql {
  return new Proxy(sql, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      if (name === 'unsafe')
        return (text: string, ...rest: unknown[]) => {
          onStatement({ text, files: sourceFiles() });
          return Reflect.apply(value, target, [text, ...rest]) as unknown;
        };
      if (name === 'begin')
        return (...args: unknown[]) => {
          const work = args.pop() as (transaction: object) => unknown;
          const watchedWork = (transaction: object) => work(watched(transaction, onStatement));
          return Reflect.apply(value, target, [...args, watchedWork]) as unknown;
        };
      return value;
    },
  });
}

/** V8 keeps the callers of awaited functions on the stack. */
function sourceFiles(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = limit;
  const files = stack.split('\n').flatMap((line) => SOURCE.exec(line)?.[1] ?? []);
  return [...new Set(files)];
}
