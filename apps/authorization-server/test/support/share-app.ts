import type { AuthorizationServer } from '@funnel/fixtures';
import request, { type Test } from 'supertest';
import { startAuthorizationApp } from './authorization-app.ts';
import type { Fields } from './form.ts';

const DASHBOARD_SECRET = 'the secret of the dashboard at the server'.replaceAll(' ', '-');

/** A server with a dashboard. Website 11 has campaign 101. */
export interface ShareApp extends AuthorizationServer {
  /** Asks as the server of the dashboard does. */
  open(fields: Fields, credentials?: string): Test;
}

/** Starts the server. */
export async function startShareApp(): Promise<ShareApp> {
  const app = await startAuthorizationApp({
    env: { DASHBOARD_URL: 'http://reports.example', DASHBOARD_CLIENT_SECRET: DASHBOARD_SECRET },
  });
  await app.database
    .sql`insert into campaigns (website_id, id, name, cta_type) values (11, 101, 'Spring sale', 'bar')`;
  return {
    ...app,
    open: (fields, credentials = `funnel-dashboard:${DASHBOARD_SECRET}`) =>
      request(app.url)
        .post('/share-link-tokens')
        .set('Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
        .type('form')
        .send(fields),
  };
}
