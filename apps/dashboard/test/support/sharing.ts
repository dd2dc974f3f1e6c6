import { trustedWebsiteId } from '@funnel/domain';
import { linkScope, makeLink } from '@funnel/fixtures';
import { revokeShareLink } from '@funnel/sharing';
import { Browser } from './browser.ts';
import type { Product } from './product.ts';

const ANN_ID = 1;

/** A link of Ann. */
export interface Link {
  id: number;
  secret: string;
  /** Its whole address. */
  url: string;
  revoke(): Promise<boolean>;
}

/** Shares a website, or a campaign of it; with a password, it is that of everybody in tests. */
export async function newLink(
  { database, url }: Product,
  { websiteId = 11, campaignId = null as number | null, hasPassword = false, userId = ANN_ID } = {},
): Promise<Link> {
  const { id, secret } = await makeLink(database, {
    userId,
    websiteId: trustedWebsiteId(websiteId),
    campaignId,
    password: hasPassword ? '' : null,
  });
  return {
    id,
    secret,
    url: `${url}/s/${secret}`,
    revoke: () => revokeShareLink(database, linkScope(userId), id),
  };
}

/** Somebody with a link. */
export class Guest extends Browser {
  base = '';

  /** Opens a link and follows it. */
  async follow({ url }: Pick<Link, 'url'>) {
    const page = await this.open(url);
    this.base = /^(.*\/shared\/[\w-]+)/.exec(page.url)?.[1] ?? '';
    return page;
  }

  /** Asks as the script of the page does. */
  data(path: string): Promise<Response> {
    return this.ask(`${this.base}/data${path}`);
  }
}
