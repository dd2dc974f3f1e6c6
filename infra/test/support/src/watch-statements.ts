import { type Database, Memory } from '@funnel/db';

/** The same database, which reports every SQL file it sends, in and outside of transactions. */
export function watchStatements(database: Database, onStatement: (text: string) => void): Database {
  // A memory of its own: statements that calls share are then sent by this one.
  return { ...database, memory: new Memory(), sql: watched(database.sql, onStatement) };
}

function watched<Sql extends object>(sql: Sql, onStatement: (text: string) => void): Sql {
  return new Proxy(sql, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      if (name === 'unsafe')
        return (text: string, ...rest: unknown[]) => {
          onStatement(text);
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
