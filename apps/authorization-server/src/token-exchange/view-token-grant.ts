import { campaignNames, type Database, inReadTransaction } from '@funnel/db';
import { isPrinted, parseId, type WebsiteId } from '@funnel/domain';
import {
  type AuthorizationStore,
  consumeThrottle,
  issueViewToken,
  PERSONAL_TOKEN_CLIENT_ID,
  type TokenUses,
  VIEW_TOKEN_SECONDS,
} from '@funnel/identity';
import { type Clock, networkOfRequest } from '@funnel/service';
import { errors, type Provider } from 'oidc-provider';
import { invalidGrant } from '../provider/invalid-grant.ts';
import type { Resources } from '../resources.ts';

/** RFC 8693. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/** What a token must have to be exchanged. */
const EMBED_SCOPE = 'reports:embed';
const SHORTEST_SECONDS = 60;
/** For each token. A platform can keep a view token for all who look at the same website. */
const RATE = { windowSeconds: 60, limit: 1_200 };

const PARAMETERS = [
  'subject_token',
  'subject_token_type',
  'website_id',
  'campaign_id',
  'expires_in',
  'requested_token_type',
  'actor_token',
  'resource',
  'audience',
] as const;

type ExchangeParameters = { [Name in (typeof PARAMETERS)[number]]?: string };

export interface ExchangeDependencies {
  database: Database;
  store: Pick<AuthorizationStore, 'readTokenStates'>;
  resources: Resources;
  tokenUses: TokenUses;
  clock: Clock;
}

/**
 * Lets a platform's server exchange its own token for one that it can hand to a browser: for one website or campaign, for minutes, only to
 * look at reports. It ends at once when the platform's token does.
 */
export function exchangeForViewTokens(provider: Provider, dependencies: ExchangeDependencies): void {
  provider.registerGrantType<ExchangeParameters>(
    TOKEN_EXCHANGE,
    async (ctx) => {
      const { params } = ctx.oidc;
      const network = networkOfRequest(ctx.req);
      const { token, seconds } = await exchange(dependencies, params, network);
      ctx.body = {
        access_token: token,
        issued_token_type: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: seconds,
        scope: 'reports',
      };
    },
    [...PARAMETERS],
  );
}

async function exchange(
  { database, store, resources, tokenUses, clock }: ExchangeDependencies,
  params: ExchangeParameters,
  network: string | undefined,
): Promise<{ token: string; seconds: number }> {
  const { subject_token: subject, subject_token_type: type } = params;
  if (!subject || !isPrinted(subject)) throw invalidRequest("missing required parameter 'subject_token'");
  if (type !== ACCESS_TOKEN) throw invalidRequest(`subject_token_type must be ${ACCESS_TOKEN}`);
  const { requested_token_type: wanted = ACCESS_TOKEN, actor_token: actor } = params;
  if (wanted !== ACCESS_TOKEN)
    throw invalidRequest(`requested_token_type must be ${ACCESS_TOKEN}, or left out`);
  if (actor !== undefined) throw invalidRequest('actor_token is not supported');
  const asked = idIn(params, 'website_id');
  if (asked === undefined) throw invalidRequest("missing required parameter 'website_id'");
  const campaignId = idIn(params, 'campaign_id') ?? null;
  const lifeSeconds = lifeIn(params);
  const [state] = await store.readTokenStates([subject]);
  if (state?.status !== 'active' || state.payload['clientId'] !== PERSONAL_TOKEN_CLIENT_ID)
    throw invalidGrant('the subject token is unknown or has ended, or is not one of the token page');
  const { payload, websiteIds } = state;
  const { grantId, aud, scope } = payload as { grantId: string; aud: string; scope: string };
  if (!resources.find(aud)?.scopes.has(EMBED_SCOPE))
    throw new errors.InvalidTarget('the subject token is not for the REST API');
  for (const target of [params.resource, params.audience])
    if (target !== undefined && resources.find(target) !== resources.find(aud))
      throw new errors.InvalidTarget('a view token is for the REST API only');
  if (!scope.split(' ').includes(EMBED_SCOPE))
    throw new errors.InvalidScope(`the subject token lacks the scope ${EMBED_SCOPE}`, EMBED_SCOPE);
  const websiteId = websiteIds.find((id) => id === asked);
  if (websiteId === undefined) throw new errors.InvalidTarget('the subject token covers no such website');
  if (campaignId !== null && !(await hasCampaign(database, websiteId, campaignId)))
    throw new errors.InvalidTarget('the website has no such campaign');
  const now = clock();
  if (!(await consumeThrottle(database, throttleKey(grantId), { ...RATE, now })).allowed)
    throw new errors.TemporarilyUnavailable(
      'too many tokens in a minute: keep one for all who look at the same',
    );
  tokenUses.note({ grantId, network });
  const issued = await issueViewToken(database, {
    grantId,
    resource: aud,
    websiteId,
    campaignId,
    lifeSeconds,
  });
  if (!issued) throw invalidGrant('the subject token has ended');
  const seconds = Math.max(0, Math.floor((issued.expiresAt.getTime() - now.getTime()) / 1000));
  return { token: issued.token, seconds };
}

async function hasCampaign(database: Database, websiteId: WebsiteId, id: number): Promise<boolean> {
  const names = await inReadTransaction(database, [websiteId], (connection) =>
    campaignNames(connection, { websiteId, ids: [id] }),
  );
  return names.has(id);
}

function throttleKey(grantId: string): string {
  return `view-tokens:${grantId.slice(0, 100)}`;
}

function idIn(params: ExchangeParameters, name: 'website_id' | 'campaign_id'): number | undefined {
  const text = params[name];
  // OAuth: a parameter without a value was left out.
  if (text === undefined || text === '') return undefined;
  const id = parseId(text);
  if (id === undefined) throw invalidRequest(`${name} must be a whole number`);
  return id;
}

function lifeIn({ expires_in: text = String(VIEW_TOKEN_SECONDS) }: ExchangeParameters): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds >= SHORTEST_SECONDS && seconds <= VIEW_TOKEN_SECONDS))
    throw invalidRequest(`expires_in must be from ${SHORTEST_SECONDS} to ${VIEW_TOKEN_SECONDS} seconds`);
  return seconds;
}

function invalidRequest(description: string): Error {
  return new errors.InvalidRequest(description);
}
