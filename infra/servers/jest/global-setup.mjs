import { startTestServers } from '../dist/test-servers.js';

/** One PostgreSQL and, if possible, one Redis for all suites. Each suite creates its own database. */
export default async function globalSetup() {
  globalThis.testServers = await startTestServers();
}
