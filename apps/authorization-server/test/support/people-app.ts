import { randomBytes } from 'node:crypto';
import { createUser, hashPassword } from '@funnel/identity';
import type { Database } from '@funnel/db';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase } from '@funnel/testing';
import { assetRoutes } from '../../src/pages/index.ts';
import { createPeople, type People } from '../../src/people/people.ts';
import { tokenPageRoutes } from '../../src/token-page/token-page-routes.ts';
import express, { type Express } from 'express';

export const PASSWORD = 'a long and honest password';
export const RESOURCES = { rest: 'http://127.0.0.1:3000', mcp: 'http://127.0.0.1:3001/mcp' };
export const ANN = 'ann@example.com';
export const BEN = 'ben@example.com';
/** Belongs to an account without a website. */
export const NORA = 'nora@example.com';

export interface PeopleApp {
  app: Express;
  database: Database;
  people: People;
  passTime(ms: number): void;
  drop(): Promise<void>;
}

const catalog = {
  accounts: [
    { id: 1, name: 'Oak & Linen' },
    { id: 2, name: 'Tidewater <b>Retreats</b>' },
    { id: 3, name: 'Nothing yet' },
  ],
  websites: [
    { id: 11, account_id: 1, name: 'shop.oak.example', currency: 'EUR' },
    { id: 12, account_id: 1, name: 'journal.oak.example', currency: 'EUR' },
    { id: 21, account_id: 2, name: 'tidewater.example', currency: 'USD' },
  ],
};

/** The pages on a small application of their own; Ann has websites 11 and 12, Ben 21, Nora none. */
export async function createPeopleApp({
  secureCookies = false,
  trustProxy = false,
} = {}): Promise<PeopleApp> {
  const { database, drop } = await createTestDatabase();
  // Half a minute into a window of a quarter of an hour: no test crosses its end by chance.
  let now = Math.floor(Date.now() / 900_000) * 900_000 + 30_000;
  const clock = () => new Date(now);
  await importCatalog(database, catalog, { encryptionKey: new Uint8Array(randomBytes(32)), now: clock() });
  const passwordHash = await hashPassword(PASSWORD);
  for (const [accountId, email] of [ANN, BEN, NORA].entries()) {
    await createUser(database, { email, passwordHash, accountId: accountId + 1 });
  }
  const people = createPeople({ database, cookieKeys: ['k'.repeat(32)], secureCookies, clock });
  const app = express().set('trust proxy', trustProxy);
  app.use(assetRoutes(), tokenPageRoutes({ database, people, resources: RESOURCES, clock }));
  return { app, database, people, passTime: (ms) => void (now += ms), drop };
}
