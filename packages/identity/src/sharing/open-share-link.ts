import { type Database, ormOn, recordSecurityEvents } from '@funnel/db';
import { accounts, shareLinkOpenings, shareLinks, websites } from '@funnel/db/schema';
import { bool, bytea, int4, text } from '@funnel/db/sql';
import { DASHBOARD_CLIENT_ID, type WebsiteId } from '@funnel/domain';
import { looksLikeToken, secretHash } from '@funnel/secrets';
import { grantIdOf, IS_ACTIVE, MAX_OPENINGS } from '@funnel/sharing';
import { and, eq } from 'drizzle-orm';
import { type IssuedViewToken, issueViewToken } from '../authorization/view-tokens.ts';
import { statement } from '../statement.ts';
import { receiptOf } from './link-receipts.ts';

/** A link that somebody has, with what its page says about it. */
export interface OpenableLink {
  id: number;
  websiteId: WebsiteId;
  websiteName: string;
  /** Null: the whole website. */
  campaignId: number | null;
  accountId: number;
  accountName: string;
  expiresAt: Date;
  passwordHash: string | null;
  /** Shows that it was opened with its password. */
  receipt: string;
}

export interface Opening {
  openedAt: Date;
  network: string | null;
  /** What the browser says it is: anything. */
  browser: string;
}

/** How many openings of a link from one network are kept. */
export const MAX_OF_NETWORK = 20;
const MAX_BROWSER_LENGTH = 200;
const SCOPE = 'reports';
const makeGrant = statement(
  'make-link-grant',
  { secretHash: bytea(), grantIdHash: bytea(), scope: text(), resource: text(), client: text() },
  {},
);
const deleteSurplus = statement(
  'delete-surplus-openings',
  { link: int4(), most: int4(), ofNetwork: int4() },
  { deleted: bool() },
);

export async function findOpenableLink(
  { orm }: Pick<Database, 'orm'>,
  secret: string,
): Promise<OpenableLink | undefined> {
  if (!looksLikeToken(secret)) return undefined;
  const [link] = await orm
    .select({
      id: shareLinks.id,
      websiteId: shareLinks.websiteId,
      websiteName: websites.name,
      campaignId: shareLinks.campaignId,
      accountId: shareLinks.accountId,
      accountName: accounts.name,
      expiresAt: shareLinks.expiresAt,
      passwordHash: shareLinks.passwordHash,
    })
    .from(shareLinks)
    .innerJoin(accounts, eq(accounts.id, shareLinks.accountId))
    .innerJoin(websites, eq(websites.id, shareLinks.websiteId))
    .where(
      and(
        eq(shareLinks.secretHash, secretHash(secret)),
        // Without its own grant nothing would end its tokens.
        eq(shareLinks.grantIdHash, secretHash(grantIdOf(secret))),
        IS_ACTIVE,
      ),
    );
  return link && { ...link, receipt: receiptOf(secret, link.passwordHash) };
}

/** Creates a token that shows what a link shares, and its grant if it is the first. Undefined if the link has ended meanwhile. */
export async function tokenOfLink(
  database: Database,
  secret: string,
  { websiteId, campaignId }: OpenableLink,
  resource: string,
): Promise<IssuedViewToken | undefined> {
  const grantId = grantIdOf(secret);
  await makeGrant(database.sql, {
    secretHash: secretHash(secret),
    grantIdHash: secretHash(grantId),
    scope: SCOPE,
    resource,
    client: DASHBOARD_CLIENT_ID,
  });
  return issueViewToken(database, { grantId, resource, websiteId, campaignId });
}

/** Notes that a link was opened. The first time from a network is a security event, for the owners of the account. */
export async function noteOpening(
  database: Database,
  { id, accountId, websiteId }: OpenableLink,
  { openedAt, network, browser }: Opening,
): Promise<void> {
  const { linkId } = shareLinkOpenings;
  await database.sql.begin(async (transaction) => {
    const orm = ormOn(transaction);
    const isKnown =
      network === null ||
      (await orm.$count(shareLinkOpenings, and(eq(linkId, id), eq(shareLinkOpenings.network, network)))) > 0;
    await orm.insert(shareLinkOpenings).values({
      linkId: id,
      openedAt,
      network,
      browser: browser.replaceAll('\0', '').slice(0, MAX_BROWSER_LENGTH) || null,
    });
    await deleteSurplus(transaction, { link: id, most: MAX_OPENINGS, ofNetwork: MAX_OF_NETWORK });
    if (isKnown) return;
    await recordSecurityEvents(orm, {
      kind: 'share_link_opened',
      accountId,
      websiteIds: [websiteId],
      address: network,
      details: { link: id },
    });
  });
}
