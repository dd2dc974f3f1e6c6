/** What `@jest/globals` exports in the suite that runs now. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } =
  globalThis[Symbol.for('funnel.suite-globals')];
