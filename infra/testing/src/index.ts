export { grantAccess, type Person } from './person.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
