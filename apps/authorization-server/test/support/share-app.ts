import { type AuthorizationServer, PASSWORD_HASH } from '@funnel/fixtures';
import { createSession, createUser, findUserByEmail, type MemberRole } from '@funnel/identity';
import { trustedWebsiteId } from '@funnel/domain';
import request, { type Agent, type Response, type Test } from 'supertest';
import { startAuthorizationApp } from './authorization-app.ts';
import { type Fields, sendForm } from './form.ts';

/** The address of the dashboard in these tests. */
export const DASHBOARD_URL = 'http://reports.example';
const DASHBOARD_SECRET = 'the secret of the dashboard at the server'.replaceAll(' ', '-');

/** A server with a dashboard, and people who share. Website 11 has campaign 101. */
export interface ShareApp extends AuthorizationServer {
  /** Somebody who is signed in. */
  agentOf(email: string): Promise<Agent>;
  /** Somebody new in account 1, which has the websites 11 and 12, signed in. */
  newMember(role: MemberRole, websiteIds?: number[]): Promise<Agent>;
  /** Makes a link and returns the page that shows it. */
  create(agent: Agent, changes?: Fields): Promise<Response>;
  /** Asks as the server of the dashboard does. */
  open(fields: Fields, credentials?: string): Test;
}

/** Starts the server. */
export async function startShareApp(): Promise<ShareApp> {
  const app = await startAuthorizationApp({
    env: { DASHBOARD_URL, DASHBOARD_CLIENT_SECRET: DASHBOARD_SECRET },
  });
  await app.database
    .sql`insert into campaigns (website_id, id, name, cta_type) values (11, 101, 'Spring <sale>', 'bar')`;
  let count = 0;
  async function agentOf(email: string): Promise<Agent> {
    const user = await findUserByEmail(app.database, email);
    const session = await createSession(app.database, user?.id ?? 0, app.now());
    return request.agent(app.url).set('Cookie', `funnel_session=${session}`);
  }
  return {
    ...app,
    agentOf,
    async newMember(role, websiteIds) {
      count += 1;
      const email = `member-${count}@example.com`;
      const ids = websiteIds?.map(trustedWebsiteId);
      await createUser(app.database, {
        email,
        passwordHash: PASSWORD_HASH,
        accountId: 1,
        role,
        websiteIds: ids,
      });
      return agentOf(email);
    },
    create: (agent, changes = {}) =>
      sendForm(agent, '/share-links', '/share-links', {
        name: 'For a client',
        website: '11',
        life: '30d',
        ...changes,
      }),
    open: (fields, credentials = `funnel-dashboard:${DASHBOARD_SECRET}`) =>
      request(app.url)
        .post('/share-link-tokens')
        .set('Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
        .type('form')
        .send(fields),
  };
}

/** The secret of the address that a page shows. */
export function secretOn({ text }: { text: string }): string {
  return new RegExp(`class="secret"[^>]* value="${DASHBOARD_URL}/s/([^"]+)"`).exec(text)?.[1] ?? '';
}
