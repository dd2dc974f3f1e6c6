export { OAuthApplication } from './oauth-application.ts';
export { hiddenFields } from './page-form.ts';
export { grantAccess, type Person } from './person.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { type Choice, type Page, Visitor } from './visitor.ts';
