import { limitNewGrant } from '@funnel/identity';
import type { WebsiteId } from '@funnel/domain';
import type { ConsentStep } from './steps.ts';

export interface NewGrant {
  resources: readonly { identifier: string; scopes: readonly string[] }[];
  websiteIds: readonly WebsiteId[];
  /** Whether it covers what the person may see at the moment, not these websites. */
  followsPerson?: boolean;
}

/** Saves a new grant, and refuses what the client asked for beyond it: otherwise oidc-provider asks for that again and again. */
export async function saveGrant(
  { provider, database, store, request, person }: ConsentStep,
  { resources, websiteIds, followsPerson = false }: NewGrant,
): Promise<string> {
  const { client, loginScopes } = request;
  const grant = new provider.Grant({ accountId: String(person.id), clientId: client.clientId });
  if (loginScopes.length > 0) grant.addOIDCScope(loginScopes.join(' '));
  for (const { identifier, scopes } of resources) {
    if (scopes.length > 0) grant.addResourceScope(identifier, scopes.join(' '));
    const asked = request.resources.find((requested) => requested.identifier === identifier)?.scopes ?? [];
    const refused = asked.filter((scope) => !scopes.includes(scope));
    if (refused.length > 0) grant.rejectResourceScope(identifier, refused.join(' '));
  }
  const grantId = await grant.save();
  await store.saveGrantWebsites(grantId, person.id, websiteIds, { followsPerson });
  if (followsPerson && person.signIn) await store.noteSignIn(grantId, person.signIn);
  await limitNewGrant(database, websiteIds);
  return grantId;
}
