import { type Database, recordSecurityEvents } from '@funnel/db';
import { isPrinted } from '@funnel/domain';
import {
  ASSERTION_GRANT_TYPE,
  type AuthorizationStore,
  type CompanyLogin,
  companyLoginFor,
  consumeThrottle,
  limitNewGrant,
  refundThrottle,
  signInByCompany,
  useOnce,
  type User,
  type UserWebsite,
  websitesOfUser,
} from '@funnel/identity';
import { type Clock, type Logger, networkOfRequest } from '@funnel/service';
import { decodeJwt, type JWTPayload } from 'jose';
import { type Client, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { LIFETIMES } from '../lifetimes.ts';
import { invalidGrant } from '../provider/invalid-grant.ts';
import { resourceServerInfo } from '../provider/resource-server-info.ts';
import { isForReaders, type Resource, type Resources } from '../resources.ts';
import { MAX_ASSERTION_SECONDS } from './assertion-keys.ts';
import type { CompanySettings } from './company-settings.ts';

/** Named in the metadata, so that clients know that it is supported. */
export const ASSERTION_PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag';
/** An assistant asks every hour; once a day is enough for the audit log. */
const RECORDED = { windowSeconds: 86_400, limit: 1 };
/** Refused ones only: one assistant asks for many people and companies from one network. */
const REFUSED_PER_NETWORK = { windowSeconds: 600, limit: 60 };

interface AssertionParameters {
  assertion?: string;
  scope?: string;
  resource?: string;
}

export interface AssertionDependencies {
  issuer: string;
  database: Database;
  store: AuthorizationStore;
  resources: Resources;
  company: CompanySettings;
  clock: Clock;
  logger: Logger;
}

/** What the company allows: who, which service, and how much of it. */
interface Allowed {
  user: User;
  login: CompanyLogin;
  resource: Resource;
  scopes: string[];
  websites: UserWebsite[];
}

/**
 * Lets an assistant in by the word of a company's provider (ID-JAG, enterprise-managed authorization of MCP): an administrator
 * allows it there, once for everybody. The token is for the websites of the company's account that the person may see.
 */
export function acceptAssertions(provider: Provider, dependencies: AssertionDependencies): void {
  provider.registerGrantType<AssertionParameters>(
    ASSERTION_GRANT_TYPE,
    async (ctx) => {
      const { client, params } = ctx.oidc;
      const allowed = await readAssertion(dependencies, client, {
        ...params,
        address: networkOfRequest(ctx.req),
      });
      const token = await issueToken(provider, dependencies, client, allowed);
      ctx.body = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: LIFETIMES.accessToken,
        scope: allowed.scopes.join(' '),
      };
      await record(dependencies, ctx, allowed);
    },
    ['assertion', 'scope', 'resource'],
  );
}

async function readAssertion(
  { issuer, database, resources, company, clock, logger }: AssertionDependencies,
  { clientId }: Client,
  { assertion, scope, resource: asked, address }: AssertionParameters & { address: string },
): Promise<Allowed> {
  if (!assertion) throw new errors.InvalidRequest("missing required parameter 'assertion'");
  const refused = { key: `company-assertion:${address}`, ...REFUSED_PER_NETWORK, now: clock() };
  const { allowed, retryAfterSeconds } = await consumeThrottle(database, refused.key, refused);
  if (!allowed)
    throw new errors.TemporarilyUnavailable(
      `too many assertions from your network were refused, try again in ${retryAfterSeconds} seconds`,
    );
  const stated = unverifiedClaims(assertion);
  const login = stated && (await companyLoginFor(database, stated));
  if (!login) throw invalidGrant('no company login here trusts the issuer of the assertion');
  const claims = await company.providers
    .readAssertion(login, assertion, issuer)
    .catch(async (err: unknown) => {
      await refundThrottle(database, refused.key, refused);
      logger.warn({ err, issuer: login.issuer }, 'the provider of a company does not answer');
      throw new errors.TemporarilyUnavailable('the provider of the company does not answer, try again');
    });
  if (!claims) throw invalidGrant('the assertion is not valid, is too old, or is for another server');
  await refundThrottle(database, refused.key, refused);
  if (claims['client_id'] !== clientId) throw invalidGrant('the assertion is for another client');
  const resource = resourceOf(resources, claims, asked);
  const scopes = scopesOf(resource, claims, scope);
  // Older ones are refused, whatever they say about their end.
  const until = new Date(clock().getTime() + 2 * MAX_ASSERTION_SECONDS * 1000);
  if (!(await useOnce(database, `assertion:${login.issuer}:${claims.jti}`, until)))
    throw invalidGrant('the assertion was used before');
  const user = await personOf(database, login, claims, { now: clock(), address });
  const websites = (await websitesOfUser(database, user.id)).filter(
    ({ accountId }) => accountId === login.accountId,
  );
  if (websites.length === 0) throw invalidGrant('the person may see no website');
  const isReader = websites.some(({ role }) => role === 'reader');
  const granted = isReader ? scopes.filter(isForReaders) : scopes;
  if (granted.length === 0)
    throw new errors.InvalidScope('nothing of what is asked for is allowed', scope ?? '');
  return { user, login, resource, scopes: granted, websites };
}

/** What the assertion says, to find out who must have signed it. */
function unverifiedClaims(assertion: string) {
  try {
    const { iss, sub, email } = decodeJwt(assertion);
    if (typeof iss !== 'string' || typeof sub !== 'string' || !isPrinted(iss) || !isPrinted(sub))
      return undefined;
    return { issuer: iss, subject: sub, email: typeof email === 'string' ? email : undefined };
  } catch {
    return undefined;
  }
}

/** The service that the assertion names; the request may only repeat it. */
function resourceOf(resources: Resources, claims: JWTPayload, asked: string | undefined): Resource {
  const named = claims['resource'] === undefined ? [resources.default.uri] : [claims['resource']].flat();
  const resource = named.length === 1 && typeof named[0] === 'string' ? resources.find(named[0]) : undefined;
  if (!resource) throw new errors.InvalidTarget('the assertion names no service, or several');
  if (asked !== undefined && resources.find(asked) !== resource)
    throw new errors.InvalidTarget('the assertion is for another service');
  return resource;
}

/** What both the assertion and the request name; without a scope in the request, everything of the assertion. */
function scopesOf(resource: Resource, claims: JWTPayload, asked: string | undefined): string[] {
  const stated = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  const requested = asked === undefined ? stated : asked.split(' ');
  const scopes = [...resource.scopes].filter((scope) => stated.includes(scope) && requested.includes(scope));
  if (scopes.length === 0)
    throw new errors.InvalidScope('nothing of what is asked for is in the assertion', asked ?? '');
  return scopes;
}

async function personOf(
  database: Database,
  login: CompanyLogin,
  claims: JWTPayload,
  { now, address }: { now: Date; address: string },
): Promise<User> {
  const { sub: subject = '', email, email_verified: isVerified } = claims;
  const person = {
    subject,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: isVerified === true,
  };
  const result = await signInByCompany(database, { login, person, current: undefined, now }, { address });
  if ('error' in result)
    throw invalidGrant('the person must sign in here with the company login first, or was removed');
  return result.user;
}

/** A grant of its own, which ends with the token: the next hour asks the company again. */
async function issueToken(
  provider: Provider,
  { database, store }: AssertionDependencies,
  client: Client,
  { user, resource, scopes, websites }: Allowed,
): Promise<string> {
  const accountId = String(user.id);
  const scope = scopes.join(' ');
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  Object.assign(grant, { expiresIn: LIFETIMES.accessToken });
  grant.addResourceScope(resource.uri, scope);
  const grantId = await grant.save();
  const websiteIds = websites.map(({ id }) => id);
  await store.saveGrantWebsites(grantId, user.id, websiteIds);
  await limitNewGrant(database, websiteIds);
  const token = new provider.AccessToken({ accountId, client, grantId, gty: ASSERTION_GRANT_TYPE, scope });
  token.resourceServer = new provider.ResourceServer(resource.uri, resourceServerInfo(resource));
  return token.save();
}

async function record(
  { database, clock }: AssertionDependencies,
  ctx: KoaContextWithOIDC,
  { user, login, websites, scopes }: Allowed,
): Promise<void> {
  const clientId = ctx.oidc.client?.clientId;
  const key = `company-assistant:${user.id}:${clientId}`.slice(0, 200);
  if (!(await consumeThrottle(database, key, { ...RECORDED, now: clock() })).allowed) return;
  await recordSecurityEvents(database.orm, {
    kind: 'company_assistant',
    userId: user.id,
    accountId: login.accountId,
    clientId,
    websiteIds: websites.map(({ id }) => id),
    address: networkOfRequest(ctx.req),
    details: { scopes },
  });
}
