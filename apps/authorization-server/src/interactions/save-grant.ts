import type { WebsiteId } from '@funnel/domain';
import { LIVES } from '../provider/lives.ts';
import { KEPT_MODEL } from '../client-metadata/client-metadata-fetch.ts';
import type { ConsentStep } from './consent-step.ts';

/** A grant of its own for every consent, with its scopes from the request and its websites from the person. */
export async function saveGrant(
  { provider, store, request, person }: ConsentStep,
  websiteIds: readonly WebsiteId[],
): Promise<string> {
  const { client, loginScopes, resources } = request;
  const grant = new provider.Grant({ accountId: String(person.id), clientId: client.clientId });
  if (loginScopes.length > 0) grant.addOIDCScope(loginScopes.join(' '));
  for (const { identifier, scopes } of resources) {
    if (scopes.length > 0) grant.addResourceScope(identifier, scopes.join(' '));
  }
  const grantId = await grant.save();
  await store.saveGrantWebsites(grantId, person.id, websiteIds);
  await store.noteClientUse(client.clientId);
  if (client.clientIdMetadataDocument) {
    await store.upsert(KEPT_MODEL, client.clientId, { ...client.metadata() }, LIVES.clientMetadata);
  }
  return grantId;
}
