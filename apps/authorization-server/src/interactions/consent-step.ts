import { recordSecurityEvents } from '@funnel/db';
import type { Scope } from '@funnel/domain';
import { endSurplusApplications, listApplications, websitesOfUser } from '@funnel/identity';
import { selectedWebsites, sendPage } from '@funnel/pages';
import type { Request, Response } from 'express';
import type { InteractionResults } from 'oidc-provider';
import { CLIENT_METADATA_MODEL } from '../client-metadata/client-metadata-fetch.ts';
import { LIFETIMES } from '../lifetimes.ts';
import { consentPage } from '../pages/consent-page.ts';
import { continuePage } from '../pages/message-pages.ts';
import { actorOf } from '../people/people.ts';
import { pickableWebsites } from '../people/pickable-websites.ts';
import { isForReaders, EMAIL_TEXT, SCOPE_TEXTS } from '../resources.ts';
import { type AuthorizationRequest, clientNameOf, describeClient } from './authorization-request.ts';
import { saveGrant } from './save-grant.ts';
import type { ConsentStep } from './steps.ts';

/** Per person. With one more, the one that was not used for longest ends. */
const MAX_APPLICATIONS = 200;

/** Shows the consent page, or returns an error to the client if no requested scope is valid. */
export async function showConsent(step: ConsentStep, req: Request, res: Response): Promise<void> {
  if (step.request.resources.some(({ scopes }) => scopes.length > 0)) {
    await show(step, req, res, 200);
    return;
  }
  const error_description = 'the resource supports none of the requested scopes';
  await step.provider.interactionFinished(req, res, { error: 'invalid_scope', error_description });
}

/** Handles the consent form: denies, shows an error, or grants the selected websites. */
export async function submitConsent(step: ConsentStep, req: Request, res: Response): Promise<void> {
  const { decision } = (req.body ?? {}) as Record<string, unknown>;
  if (decision !== 'allow') {
    const error_description = 'the user denied access';
    await returnToClient(step, req, res, { error: 'access_denied', error_description });
    return;
  }
  const own = await websitesOfUser(step.database, step.person.id);
  const selection = selectedWebsites(req.body, own);
  if ('error' in selection) {
    await show(step, req, res, 422, selection);
    return;
  }
  const { websiteIds } = selection;
  const isReader = own.some(({ id, role }) => role === 'reader' && websiteIds.includes(id));
  const resources = isReader ? readingOnly(step.request.resources) : step.request.resources;
  if (!resources.some(({ scopes }) => scopes.length > 0)) {
    await show(step, req, res, 422, { ...selection, error: ONLY_READS });
    return;
  }
  const grantId = await saveGrant(step, { resources, websiteIds });
  await noteClient(step);
  const { client } = step.request;
  await recordSecurityEvents(step.database.orm, {
    ...actorOf(req, step.person),
    kind: 'consent',
    userId: step.person.id,
    clientId: client.clientId,
    websiteIds,
    details: { scopes: resources.flatMap(({ scopes }) => scopes) },
  });
  await endSurplusApplications(
    step.database,
    { userId: step.person.id, most: MAX_APPLICATIONS },
    actorOf(req, step.person),
  );
  await returnToClient(step, req, res, { consent: { grantId } });
}

const ONLY_READS = 'You may only read these websites, and the application asks to change something.';

/** What a reader may allow. */
function readingOnly(resources: AuthorizationRequest['resources']): AuthorizationRequest['resources'] {
  return resources.map((requested) => ({
    ...requested,
    scopes: requested.scopes.filter(isForReaders),
  }));
}

async function show(
  { database, people, interaction, request, person }: ConsentStep,
  req: Request,
  res: Response,
  status: number,
  view: { error?: string; selectedIds?: readonly number[] } = {},
): Promise<void> {
  const [websites, applications] = await Promise.all([
    pickableWebsites(database, person.id),
    listApplications(database, person.id),
  ]);
  // What the person chose for this very client before; for another one they choose anew.
  const before = applications.find(({ clientId }) => clientId === request.client.clientId);
  const isReader = websites.length > 0 && websites.every(({ role }) => role === 'reader');
  const resources = isReader ? readingOnly(request.resources) : request.resources;
  const scopes = [...new Set(resources.flatMap((requested) => requested.scopes))];
  const page = consentPage({
    csrf: people.csrfToken(req, res),
    action: `/interaction/${interaction.uid}`,
    client: describeClient(request),
    resourceName: request.resources.map(({ resource }) => resource.name).join(' and '),
    scopes: [
      ...scopes.map((scope) => ({ scope, text: SCOPE_TEXTS[scope as Scope] })),
      ...(request.loginScopes.includes('email') ? [{ scope: 'email', text: EMAIL_TEXT }] : []),
    ],
    websites,
    selectedIds: before?.websiteIds,
    person,
    ...view,
  });
  sendPage(res, status, page);
}

/** Goes through a page, not through `interactionFinished`: Chromium would block its redirect after a form. */
async function returnToClient(
  { provider, request }: ConsentStep,
  req: Request,
  res: Response,
  result: InteractionResults,
): Promise<void> {
  const to = await provider.interactionResult(req, res, result);
  sendPage(res, 200, continuePage({ to, clientName: clientNameOf(request.client) }));
}

/** Remembers the client of a new grant: unused ones are deleted, and so are the documents of others. */
async function noteClient({ store, request: { client } }: ConsentStep): Promise<void> {
  await store.noteClientUse(client.clientId);
  if (!client.clientIdMetadataDocument) return;
  const metadata = { ...client.metadata() };
  await store.upsert(CLIENT_METADATA_MODEL, client.clientId, metadata, LIFETIMES.clientMetadata);
}
