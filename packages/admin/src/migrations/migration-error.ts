/** A migration failed. The message says what was applied and what to do next: show it without its stack. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
