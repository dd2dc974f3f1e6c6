const MOST = 10;
/** Not enough rights, or a membership that PostgreSQL refuses. */
const REFUSED = new Set(['42501', '0LP01']);

/** Whether PostgreSQL refuses something because of who asks for it. */
export function isRefused(error: unknown): boolean {
  return REFUSED.has((error as { code?: string }).code ?? '');
}

/** Names are of somebody else: what a terminal would obey is left out. */
export const printable = (text: string) => text.replace(/\p{C}/gu, '?');

/** What the operator reads if the user of DATABASE_URL may not change something. */
export function forSuperuser(what: string, statements: readonly string[]): string {
  const more = statements.length > MOST ? '\nThere are more: then run the command again.' : '';
  return (
    `${what} The user of DATABASE_URL may not change that. Ask a superuser to run in this database:\n` +
    statements
      .slice(0, MOST)
      .map((statement) => `  ${printable(statement)};`)
      .join('\n') +
    more
  );
}
