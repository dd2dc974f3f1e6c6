import { WEBSITE_FIELDS_OF_TENANTS, websites } from '@funnel/db/schema';
import type { ServiceName } from './service-roles.ts';

/** A right on all columns of a table, or on some. */
type Columns = true | readonly string[];

/** What a service may do with a table. What is not named is forbidden. */
export interface Access {
  select?: Columns;
  insert?: true;
  update?: Columns;
  delete?: true;
  /** The rows that it sees of a tenant table without stating websites: all, or all only to read them. None by default. */
  unstated?: 'all' | 'read';
  /** Whether its transactions may state a person. */
  statesPerson?: true;
}

/** A table, and what each service may do with it. */
export interface TableAccess {
  /** The condition on a row for which a transaction must have stated the website. Null if the table is of no tenant. */
  tenant: string | null;
  /** The same for a transaction that has stated a person: it sees these rows, too. */
  person?: string;
  /** Whether it stays on the coordinator of Citus although its rows name a website: it is small, and belongs to tables there. */
  isLocal?: true;
  /** A service that is not named may do nothing with it. */
  services: Readonly<Partial<Record<ServiceName, Access>>>;
}

/** Evaluated once per statement. */
const STATED = '(select stated_websites())::int[]';
const BY_WEBSITE = `website_id = any (${STATED})`;
/** The websites that the subquery sees are the stated ones. */
const BY_ACCOUNT = 'id = any ((select array(select account_id from websites))::int[])';

/** A program manages the channels that are about its own websites only. */
const BY_CHANNEL_WEBSITES = `website_ids <@ ${STATED}`;
/** The person that the transaction has stated; null if it has stated none. Then no row is this person's. */
const PERSON = `(select nullif(current_setting('funnel.person', true), '')::int)`;
const OWNED = `any ((select array(select account_id from account_members where role = 'owner' and user_id = ${PERSON}))::int[])`;
/** Of the stated person, and of the accounts that the person owns. */
const CHANNELS_OF_PERSON = `(user_id = ${PERSON} or account_id = ${OWNED})`;
/** The channels that the subquery sees are these. */
const BY_CHANNEL = 'channel_id = any ((select array(select id from notification_channels))::int[])';

/** The links that the subquery sees are those of the stated websites; so are its websites. */
const BY_LINK = 'link_id = any ((select array(select id from share_links))::int[])';
const BY_MAKER = 'id = any ((select array(select user_id from share_links))::int[])';
const BY_MEMBERSHIP = 'account_id = any ((select array(select account_id from websites))::int[])';

const read: Access = { select: true };
const upsert: Access = { select: true, insert: true, update: true };
const change: Access = { select: true, insert: true, update: true, delete: true };
const accountName = { select: ['id', 'name'] } as const;
const ofOwners = ['max_token_days', 'second_factor_required', 'embed_origins'] as const;
const websiteName = ['id', 'account_id', 'name', 'currency', 'created_at'] as const;
const ofTenants = WEBSITE_FIELDS_OF_TENANTS.map((field) => websites[field].name);
/** Every service that accepts tokens disables the legacy keys of their websites. */
const endKeys = { update: ['api_key_ended_at'] } as const;

const byWebsite = (services: TableAccess['services']): TableAccess => ({ tenant: BY_WEBSITE, services });
const ofNoTenant = (services: TableAccess['services']): TableAccess => ({ tenant: null, services });

/** The catalog: reports and the worker read it, the intake writes it. */
const catalog = byWebsite({
  'rest-api': read,
  'mcp-server': read,
  'insights-worker': read,
  'event-intake': upsert,
});

/** Metrics: reports read them, the worker writes them. */
const metrics = (worker: Access) =>
  byWebsite({ 'rest-api': read, 'mcp-server': read, 'insights-worker': worker });

/** What a program may read of a channel: neither its address nor its secrets. */
const ofChannel = [
  'id',
  'user_id',
  'account_id',
  'kind',
  'name',
  'email',
  'hint',
  'confirmed_at',
  'website_ids',
  'breaks',
  'verdicts',
  'digest',
  'no_data',
  'language',
  'time_zone',
  'digest_hour',
  'quiet_from',
  'quiet_to',
  'next_digest_at',
  'failing_since',
  'switched_off_at',
  'off_reason',
  'previous_secret_until',
  'created_at',
  'updated_at',
] as const;

/** Channels and messages: people and programs set them up, the worker sends them. */
const notifications = (tenant: string, worker: Access, rest: Access): TableAccess => ({
  tenant,
  isLocal: true,
  services: {
    'authorization-server': { ...change, unstated: 'all' },
    'rest-api': rest,
    'insights-worker': { ...worker, unstated: 'all' },
  },
});

/** What a program may read of a share link: no hash of a secret or a password. */
const ofLink = [
  'id',
  'account_id',
  'user_id',
  'name',
  'website_id',
  'campaign_id',
  'has_password',
  'request_id',
  'created_at',
  'expires_at',
  'revoked_at',
] as const;

/** People and tokens: only of the authorization server. */
const identity = (own: Access) => ofNoTenant({ 'authorization-server': own });

/**
 * Every table of the schema `public`, and what each service may do with it. `npm run -s roles` and `npm run -s migrate` make the
 * database match it. The owner of the tables, who migrates and runs the operator's commands, may do everything.
 */
export const ACCESS: Readonly<Record<string, TableAccess>> = {
  accounts: {
    tenant: BY_ACCOUNT,
    person: `id = ${OWNED}`,
    services: {
      'rest-api': {
        // The longest life of a token is that of a share link, too. With a token that covers their person, owners say who may show their
        // reports.
        select: [...accountName.select, 'max_token_days', 'embed_origins'],
        update: ['embed_origins'],
        statesPerson: true,
      },
      'mcp-server': accountName,
      // Owners limit the life of tokens, require a second factor and say who may show their reports.
      'authorization-server': {
        select: [...accountName.select, ...ofOwners],
        update: ofOwners,
        unstated: 'all',
      },
      'insights-worker': { ...accountName, unstated: 'read' },
      'event-intake': accountName,
    },
  },
  websites: {
    tenant: `id = any (${STATED})`,
    services: {
      // Only the REST API shows the record of a website, with its legacy key.
      'rest-api': { ...read, ...endKeys },
      'mcp-server': { select: [...websiteName, 'api_key_ended_at'], ...endKeys },
      'authorization-server': {
        // It finds the events of a person by their hash.
        select: [...websiteName, 'api_key_ended_at', 'visitor_secret'],
        ...endKeys,
        unstated: 'all',
      },
      'insights-worker': { select: [...websiteName, 'archived'], unstated: 'read' },
      // A tenant's catalog changes what is the tenant's.
      'event-intake': {
        select: [...new Set([...websiteName, ...ofTenants, ...endKeys.update, 'visitor_secret'])],
        update: [...ofTenants, ...endKeys.update],
      },
    },
  },
  areas: byWebsite({ 'rest-api': read, 'event-intake': upsert }),
  campaigns: byWebsite({
    ...catalog.services,
    // On its pages people share campaigns.
    'authorization-server': { select: ['website_id', 'id', 'name'] },
  }),
  variants: catalog,
  steps: catalog,
  elements: catalog,
  contacts: byWebsite({
    // On its pages owners export and erase a person.
    'authorization-server': { select: true, delete: true },
    'rest-api': change,
  }),
  rollups: metrics(upsert),
  element_fields: metrics(upsert),
  element_products: metrics(upsert),
  website_activity: byWebsite({
    // It measures how old the newest data is.
    ...metrics({ ...upsert, unstated: 'read' }).services,
    'event-intake': upsert,
    'authorization-server': upsert,
  }),
  insights_snapshots: metrics({ ...upsert, unstated: 'read' }),
  insights_metrics: metrics({ select: true, insert: true, delete: true }),
  pending_events: byWebsite({
    'rest-api': read,
    'mcp-server': read,
    // The visitor of somebody who is erased becomes nobody.
    'authorization-server': {
      select: ['website_id', 'visitor', 'day', 'type', 'recorded_at'],
      update: ['visitor'],
    },
    // It looks for the websites with many or old pending events.
    'insights-worker': { select: true, delete: true, unstated: 'read' },
    'event-intake': { insert: true },
  }),
  event_ledger: byWebsite({
    // It removes what is older than 35 days, of all websites, page by page.
    'insights-worker': { select: true, delete: true, unstated: 'all' },
    'event-intake': { select: ['website_id', 'event_id'], insert: true },
  }),
  packed_event_ids: byWebsite({
    'insights-worker': { select: true, insert: true, delete: true },
    'event-intake': { select: ['website_id', 'slice', 'first_id', 'event_ids'] },
  }),
  packed_slices: byWebsite({
    // It looks for the websites whose turn it is.
    'insights-worker': { ...upsert, unstated: 'read' },
  }),
  packing: ofNoTenant({ 'insights-worker': read }),
  // Those that hash visitors compare the fingerprints with their own secret.
  visitor_secrets: ofNoTenant({ 'authorization-server': read, 'event-intake': read }),
  // People accept invitations and choose passwords on its pages.
  // The worker sends mails to people, about what they may see.
  // Programs see who made the links that they list.
  users: {
    tenant: BY_MAKER,
    services: {
      'authorization-server': { ...upsert, unstated: 'all' },
      'insights-worker': { select: ['id', 'email'], unstated: 'read' },
      'rest-api': { select: ['id', 'email'] },
    },
  },
  account_members: {
    tenant: BY_MEMBERSHIP,
    person: `user_id = ${PERSON}`,
    services: {
      'authorization-server': { ...change, unstated: 'all' },
      'insights-worker': { select: ['account_id', 'user_id', 'role', 'website_ids'], unstated: 'read' },
      // What the person of a token may do.
      'rest-api': { select: ['account_id', 'user_id', 'role'], statesPerson: true },
    },
  },
  second_factors: identity(change),
  company_logins: identity(change),
  company_identities: identity(change),
  authorization_records: identity(change),
  grant_websites: identity(change),
  personal_tokens: identity(change),
  grant_uses: identity(change),
  throttles: identity(change),
  // Programs make links, and cannot reach what a link needs to be opened.
  share_links: {
    tenant: BY_WEBSITE,
    isLocal: true,
    services: {
      'authorization-server': { ...change, unstated: 'all' },
      'rest-api': { select: ofLink, insert: true, update: ['revoked_at'] },
    },
  },
  share_link_openings: {
    tenant: BY_LINK,
    services: {
      'authorization-server': { ...change, unstated: 'all' },
      'rest-api': { select: ['id', 'link_id', 'opened_at', 'network', 'browser'] },
    },
  },
  notification_channels: {
    ...notifications(
      BY_CHANNEL_WEBSITES,
      {
        select: true,
        update: ['failing_since', 'switched_off_at', 'off_reason', 'next_digest_at', 'updated_at'],
        // Addresses that never agreed.
        delete: true,
      },
      { select: ofChannel, insert: true, update: true, delete: true, statesPerson: true },
    ),
    person: CHANNELS_OF_PERSON,
  },
  notification_mutes: notifications(BY_CHANNEL, read, change),
  notification_episodes: notifications(BY_WEBSITE, change, {
    select: true,
    update: ['fixed_at', 'fixed_by'],
  }),
  notification_messages: notifications(BY_CHANNEL, change, { select: true, insert: true }),
  // Hashes of addresses, people and accounts. The worker forgets old ones.
  notification_limits: ofNoTenant({
    'authorization-server': upsert,
    'rest-api': upsert,
    'insights-worker': change,
  }),
  notification_watches: ofNoTenant({ 'insights-worker': change }),
  // Where people are signed in to it. It reads everything else over the REST API.
  dashboard_sessions: ofNoTenant({ dashboard: change }),
  // Only added to; a trigger lets nobody delete young events.
  security_events: ofNoTenant({
    'authorization-server': { select: true, insert: true, delete: true },
    // Who read and deleted contacts; who changed the catalog; which channel was switched off.
    'insights-worker': { insert: true },
    'rest-api': { insert: true },
    'event-intake': { insert: true },
  }),
};

/** The tables whose rows belong to a website by their `website_id`. Citus distributes them. */
export const WEBSITE_TABLES: readonly string[] = Object.keys(ACCESS).filter(
  (table) => ACCESS[table]?.tenant === BY_WEBSITE && !ACCESS[table]?.isLocal,
);

/** The names of the policies that `applyAccess` creates. */
export const POLICY_NAMES = [
  'stated_websites',
  'stated_person',
  'read_all_websites',
  'all_websites',
] as const;

/** The same condition for a distributed table: Citus allows no subquery in it. */
export const BY_WEBSITE_ON_CITUS = 'website_id = any (stated_websites())';
