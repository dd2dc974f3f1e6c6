import { randomInt } from 'node:crypto';
import { createSession } from '@funnel/identity';
import { hiddenFields, signInToDashboard } from '@funnel/testing';
import type { World } from './start-tenants.ts';
import type { Tenant } from './tenant.ts';

const MAX_HOPS = 6;

/** Where the client of the authorizations expects the code. Nothing listens there. */
export const CALLBACK = 'http://127.0.0.1:34567/callback';
/** Of a verifier that is known. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Signs a tenant's browser in to the dashboard again. */
export async function renewPage({ addresses, database }: World, tenant: Tenant): Promise<void> {
  const session = await createSession(database, tenant.userId, new Date());
  const { DASHBOARD_URL: url, AUTHORIZATION_SERVER_ISSUER: issuer } = addresses;
  tenant.page = await signInToDashboard(url, { session, issuer }, { 'x-forwarded-for': anyNetwork() });
}

/** Another one each time: a network may not start as many authorizations. */
function anyNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.1`;
}

/** Logs a tenant's browser in again, and starts an authorization that waits for consent. */
export async function renewVisit(
  { addresses, database }: World,
  tenant: Tenant,
  clientId: string,
): Promise<void> {
  const cookies = new Map([['funnel_session', await createSession(database, tenant.userId, new Date())]]);
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'reports',
    state: 'state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  let url = new URL(`${addresses.AUTHORIZATION_SERVER_ISSUER}/authorize?${query.toString()}`);
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const headers = { cookie: cookie(), accept: 'text/html', 'x-forwarded-for': anyNetwork() };
    const response = await fetch(url, { headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) {
      const { csrf } = hiddenFields(await response.text());
      tenant.visit = { cookie: cookie(), csrf, interaction: url.pathname.replace('/interaction/', '') };
      return;
    }
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new Error(`no consent page after ${MAX_HOPS} redirects: ${url.pathname}`);
}
