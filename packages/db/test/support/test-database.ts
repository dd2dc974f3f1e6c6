/** By path, not by name: the test support stands on this package, and must not become its dependency. */
export { createTestDatabase, type TestDatabase } from '@funnel/testing';
