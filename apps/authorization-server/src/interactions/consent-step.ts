import { type AuthorizationStore, websitesOfUser } from '@funnel/identity';
import type { Database } from '@funnel/db';
import type { Scope, WebsiteId } from '@funnel/domain';
import type { Request, Response } from 'express';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { consentPage, continuePage, SCOPE_TEXTS, sendPage } from '../pages/index.ts';
import type { People, Person } from '../people/people.ts';
import { type AuthorizationRequest, describeClient, nameOf } from './authorization-request.ts';
import { saveGrant } from './save-grant.ts';

export interface ConsentStep {
  provider: Provider;
  database: Database;
  store: AuthorizationStore;
  people: People;
  interaction: Interaction;
  request: AuthorizationRequest;
  person: Person;
}

export async function showConsent(step: ConsentStep, req: Request, res: Response): Promise<void> {
  if (step.request.resources.some(({ scopes }) => scopes.length > 0)) {
    await show(step, req, res, 200);
    return;
  }
  const error = { error: 'invalid_scope', error_description: 'the resource knows none of the scopes' };
  await step.provider.interactionFinished(req, res, error);
}

export async function submitConsent(step: ConsentStep, req: Request, res: Response): Promise<void> {
  const { decision, website_ids: picked } = (req.body ?? {}) as Record<string, unknown>;
  if (decision !== 'allow') {
    await goBack(step, req, res, { error: 'access_denied', error_description: 'the person said no' });
    return;
  }
  const websiteIds = readIds(picked);
  if (websiteIds.length === 0) {
    await show(step, req, res, 422, { error: 'Pick at least one website.' });
    return;
  }
  // The page listed only these, but what comes back may be anything.
  const own: ReadonlySet<number> = new Set(
    (await websitesOfUser(step.database, step.person.id)).map(({ id }) => id),
  );
  if (!websiteIds.every((id): id is WebsiteId => own.has(id))) {
    await show(step, req, res, 422, { error: 'Pick from the websites of this list.' });
    return;
  }
  const grantId = await saveGrant(step, websiteIds);
  await goBack(step, req, res, { consent: { grantId } });
}

async function show(
  { database, people, interaction, request, person }: ConsentStep,
  req: Request,
  res: Response,
  status: number,
  view: { error?: string } = {},
): Promise<void> {
  const scopes = [...new Set(request.resources.flatMap((asked) => asked.scopes))];
  const page = consentPage({
    csrf: people.csrfToken(req, res),
    action: `/interaction/${interaction.uid}`,
    client: describeClient(request),
    resourceName: request.resources.map(({ resource }) => resource.name).join(' and '),
    scopes: scopes.map((scope) => ({ scope, text: SCOPE_TEXTS[scope as Scope] })),
    websites: await websitesOfUser(database, person.id),
    person,
    ...view,
  });
  sendPage(res, status, page);
}

/** To the client, by way of a page: Chromium would block the redirect after a form. */
async function goBack(
  { provider, request }: ConsentStep,
  req: Request,
  res: Response,
  result: InteractionResults,
): Promise<void> {
  const to = await provider.interactionResult(req, res, result);
  sendPage(res, 200, continuePage({ to, clientName: nameOf(request.client) }));
}

/** Whatever is no id becomes 0, which is nobody's website. */
function readIds(picked: unknown): number[] {
  const texts: unknown[] = picked === undefined ? [] : [picked].flat();
  return [...new Set(texts.map((text) => (isId(text) ? Number(text) : 0)))];
}

function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text);
}
