export { serveHttp, type TestHttpServer } from './http-server.ts';
export { complete, type ModelServer, startModelServer } from './model-server.ts';
export { OAuthApplication } from './oauth-application.ts';
export { hiddenFields } from './page-form.ts';
export { grantAccess, type Person } from './person.ts';
export { type LogLine, readyStatus, type StartedProcess, startProcess, stopProcess } from './process.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { until } from './until.ts';
export { type Choice, type Page, Visitor } from './visitor.ts';
