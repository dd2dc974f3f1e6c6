import type { MemberRole } from '@funnel/db';
import { ANN, ENCRYPTION_KEY, PASSWORD_HASH } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import { createUser, findUserByEmail } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import request, { type Agent, type Response } from 'supertest';
import { Browser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** The fields of a form. */
export type Fields = Record<string, string | string[]>;

/** Sends a form like a browser, with cookies and the hidden fields of its page. */
export async function sendForm(
  agent: Agent,
  page: string,
  action: string,
  fields: Fields = {},
): Promise<Response> {
  const { text } = await agent.get(page).expect(200);
  return agent
    .post(action)
    .type('form')
    .send({ ...hiddenFields(text), ...fields });
}

/** What the form of a new channel sends, unless a test says otherwise. */
const CHANNEL: Fields = {
  kind: 'webhook',
  url: 'https://example.com/hook',
  name: 'Alarms',
  which: 'all',
  breaks: 'yes',
  verdicts: 'yes',
  digest_hour: '8',
  quiet_from: '',
  quiet_to: '',
  time_zone: 'Europe/Vienna',
  language: 'de',
};

/** The pages, and Ann, who is signed in and owns the websites 11 and 12. */
export interface NotificationSite extends Product {
  /** Somebody who is signed in at the dashboard. */
  signedIn(email: string): Promise<Agent>;
  ann: Agent;
  annId: number;
  add(agent: Agent, changes?: Fields): Promise<Response>;
  /** The newest channel. */
  lastId(): Promise<number>;
  /** Somebody new in account 1, signed in. */
  member(role: MemberRole, options?: { websiteIds?: number[]; isVerified?: boolean }): Promise<Agent>;
  /** Sends a button of a channel. */
  press(agent: Agent, path: string, fields?: Fields): Promise<Response>;
  /** Something that is broken now. */
  breakCampaign(websiteId: number, campaignId: number): Promise<string>;
}

/** Opens them. */
export async function openNotificationSite(): Promise<NotificationSite> {
  const site = await startProduct({}, { notifications: { encryptionKey: ENCRYPTION_KEY } });
  const { sql } = site.database;
  await sql`update campaigns set name = 'Spring <sale>' where website_id = 11 and id = 101`;
  const signedIn = async (email: string): Promise<Agent> => {
    const browser = new Browser();
    await browser.signIn(`${site.url}/`, email);
    const agent = request.agent(site.url);
    agent.set('Cookie', browser.cookieHeader).set('Accept', 'text/html');
    return agent;
  };
  let count = 0;
  return {
    ...site,
    signedIn,
    ann: await signedIn(ANN),
    annId: (await findUserByEmail(site.database, ANN))?.id ?? 0,
    add: (agent, changes = {}) =>
      sendForm(agent, '/notifications', '/notifications', { ...CHANNEL, ...changes }),
    async lastId() {
      const [row] = await sql`select max(id)::int as id from notification_channels`;
      return Number(row?.['id']);
    },
    async member(role, { websiteIds, isVerified = true } = {}) {
      count += 1;
      const email = `member-${count}@example.com`;
      const ids = websiteIds?.map(trustedWebsiteId);
      await createUser(site.database, {
        email,
        passwordHash: PASSWORD_HASH,
        accountId: 1,
        role,
        websiteIds: ids,
        isVerified,
      });
      return signedIn(email);
    },
    press: (agent, path, fields = {}) => sendForm(agent, '/notifications', path, fields),
    async breakCampaign(websiteId, campaignId) {
      const payload = {
        type: 'campaign.broke',
        website: { id: websiteId, name: 'shop.oak.example' },
        campaign: { id: campaignId, name: 'Spring <sale>' },
        since: 20_767,
        what: 'conversions',
        seen: { viewers: 1_204, count: 3, expected: 60.4 },
        viewersPerDay: null,
        also: { submissions: false, steps: [], variants: [] },
        days: [],
        isSaidFixed: false,
      };
      const [row] = await sql`
        insert into notification_episodes (website_id, kind, campaign_id, began, payload)
        values (${websiteId}, 'break', ${campaignId}, '2026-11-10', ${JSON.stringify(payload)}::text::jsonb) returning id`;
      return String(row?.['id']);
    },
  };
}
