import { ANN, PASSWORD_HASH } from '@funnel/fixtures';
import { trustedWebsiteId } from '@funnel/domain';
import { createUser, findUserByEmail, type MemberRole } from '@funnel/identity';
import type { Agent, Response } from 'supertest';
import { type Fields, logIn, sendForm } from './form.ts';
import { createPeopleApp, type PeopleApp } from './people-app.ts';

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
export interface NotificationSite extends PeopleApp {
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
  const site = await createPeopleApp();
  const { sql } = site.database;
  await sql`insert into campaigns (website_id, id, name, cta_type) values (11, 101, 'Spring <sale>', 'bar')`;
  let count = 0;
  return {
    ...site,
    ann: await logIn(site.app, ANN),
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
      return logIn(site.app, email);
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
