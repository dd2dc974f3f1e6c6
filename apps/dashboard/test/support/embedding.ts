import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import type { Product } from './product.ts';

/** The token of a platform's server, for Ann's websites. */
export async function serverToken(
  { database, restUrl }: Pick<Product, 'database' | 'restUrl'>,
  websiteIds: readonly number[] = [11, 12],
): Promise<string> {
  const issued = await issuePersonalToken(database, {
    userId: 1,
    name: `our product ${Math.random()}`,
    websiteIds: websiteIds.map(trustedWebsiteId),
    scopes: ['reports', 'reports:embed'],
    resource: restUrl,
    lifeSeconds: 3600,
  });
  if (!('token' in issued)) throw new Error(JSON.stringify(issued));
  return issued.token;
}

/** What the authorization server answers to the documented call. */
export async function exchange(
  { server }: Pick<Product, 'server'>,
  token: string,
  shown: Record<string, string | number>,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id: 'funnel-tokens',
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    ...Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)])),
  });
  const answer = await fetch(`${server.url}/token`, { method: 'POST', body });
  return (await answer.json()) as Record<string, unknown>;
}

/** A view token that lives for ten minutes. */
export async function viewToken(
  product: Product,
  shown: { website_id: number; campaign_id?: number },
): Promise<string> {
  const { access_token: token, ...others } = await exchange(product, await serverToken(product), shown);
  if (typeof token !== 'string') throw new Error(JSON.stringify(others));
  return token;
}
