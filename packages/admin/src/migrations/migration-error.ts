/**
 * A migration failed. The message says what was applied and what to do next: show it without its stack.
 * @example
 * const error = new MigrationError('0009_next: not applied, ...');
 * assert.equal(error.name, 'MigrationError');
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
