import type { Database } from '@funnel/db';
import { NO_VISITOR_SECRETS } from '@funnel/domain';
import { PEOPLE, RESOURCES } from '@funnel/fixtures';
import { PAGE_ASSETS } from '@funnel/pages';
import { createTestDatabase } from '@funnel/testing';
import { applicationRoutes } from '../../src/account/application-routes.ts';
import { invitationRoutes } from '../../src/account/invitation-routes.ts';
import { personDataRoutes } from '../../src/account/person-data-routes.ts';
import { auditRoutes } from '../../src/account/audit-routes.ts';
import { sessionRoutes } from '../../src/account/session-routes.ts';
import { memberRoutes } from '../../src/account/member-routes.ts';
import { passwordRoutes } from '../../src/account/password-routes.ts';
import { PAGE_SCRIPTS } from '../../src/pages/page-scripts.ts';
import { createPeople, type People } from '../../src/people/people.ts';
import { secondFactorRoutes } from '../../src/second-factor/second-factor-routes.ts';
import { tokenPageRoutes } from '../../src/token-page/token-page-routes.ts';
import express, { type Express } from 'express';

/** The pages on a small application, and its people. */
export interface PeopleApp {
  app: Express;
  database: Database;
  people: People;
  clock: () => Date;
  passTime(ms: number): void;
  drop(): Promise<void>;
}

/** Serves only the pages; Ann has websites 11 and 12, Ben 21, Nora none. */
export async function createPeopleApp({
  issuer = 'http://auth.example',
  trustProxy = false,
  visitorSecrets = NO_VISITOR_SECRETS,
} = {}): Promise<PeopleApp> {
  const { database, openAs, drop } = await createTestDatabase(PEOPLE);
  const own = openAs('authorization-server');
  // Half a minute into a window of 15 minutes, so that no test crosses its end by accident.
  let now = Math.floor(Date.now() / 900_000) * 900_000 + 30_000;
  const clock = () => new Date(now);
  const encryptionKey = new Uint8Array(32).fill(7);
  const people = createPeople({
    database: own,
    issuer,
    cookieKeys: ['k'.repeat(32)],
    encryptionKey,
    hasNotifications: true,
    clock,
  });
  const app = express().set('trust proxy', trustProxy);
  const dependencies = {
    database: own,
    people,
    resources: RESOURCES,
    clock,
    // Of the links.
    issuer: 'https://auth.example',
    encryptionKey,
  };
  for (const [path, serve] of Object.entries({ ...PAGE_ASSETS, ...PAGE_SCRIPTS })) app.get(path, serve);
  app.use(
    tokenPageRoutes(dependencies),
    applicationRoutes(dependencies),
    memberRoutes(dependencies),
    sessionRoutes(dependencies),
    auditRoutes(dependencies),
    personDataRoutes({ ...dependencies, secrets: visitorSecrets }),
    passwordRoutes(dependencies),
    invitationRoutes(dependencies),
    secondFactorRoutes(dependencies),
  );
  return { app, database, people, clock, passTime: (ms) => void (now += ms), drop };
}
