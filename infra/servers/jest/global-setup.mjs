import { startTestServers } from '../dist/test-servers.js';

/** One PostgreSQL (and Redis, where one can be had) for all suites; each suite makes a database of its own on it. */
export default async function globalSetup() {
  globalThis.testServers = await startTestServers();
}
