import { randomInt } from 'node:crypto';
import { createSession } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import type { World } from './start-tenants.ts';
import type { Tenant } from './tenant.ts';

const MAX_HOPS = 6;

/** Where the client of the authorizations expects the code. Nothing listens there. */
export const CALLBACK = 'http://127.0.0.1:34567/callback';

/** Logs a tenant's browser in again, and starts an authorization that waits for consent. */
export async function renewVisit(
  { addresses, database }: World,
  tenant: Tenant,
  clientId: string,
): Promise<void> {
  const origin = addresses.AUTHORIZATION_SERVER_ISSUER;
  const cookies = new Map([['funnel_session', await createSession(database, tenant.userId, new Date())]]);
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let url = new URL(`/authorize?${authorizationQuery(clientId)}`, origin);
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    // Another network each time: one may not start as many authorizations.
    const network = `10.${randomInt(256)}.${randomInt(256)}.1`;
    const headers = { cookie: cookie(), accept: 'text/html', 'x-forwarded-for': network };
    const response = await fetch(url, { headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) {
      const { csrf } = hiddenFields(await response.text());
      tenant.visit = { cookie: cookie(), csrf, interaction: url.pathname };
      return;
    }
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new Error(`no consent page after ${MAX_HOPS} redirects: ${url.pathname}`);
}

/** Registers the client of the authorizations. */
export async function registerClient({ addresses }: World): Promise<string> {
  const response = await fetch(`${addresses.AUTHORIZATION_SERVER_ISSUER}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Fuzz',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  });
  const { client_id } = (await response.json()) as { client_id?: string };
  if (!client_id) throw new Error(`register: ${response.status}`);
  return client_id;
}

function authorizationQuery(client_id: string): string {
  return new URLSearchParams({
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'reports',
    state: 'state',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
}
