import { DASHBOARD_CLIENT_ID, SETTINGS_SCOPES } from '@funnel/domain';
import { endFollowingGrants, websitesOfUser } from '@funnel/identity';
import type { Request, Response } from 'express';
import type { ConsentStep } from './steps.ts';
import { saveGrant } from './save-grant.ts';

/** What the dashboard cannot do without. */
const SCOPE = 'reports';
/** All that it gets, whatever it asks for. What it changes, the person may change: the REST API looks. */
const SCOPES: readonly string[] = [SCOPE, ...SETTINGS_SCOPES];
/** Sign-ins at the dashboard that a person has at once. With one more, the oldest ends. */
const MAX_SIGN_INS = 20;

/**
 * Whether the client is the dashboard of this installation. Nobody else can have its id: registered clients get a random one, the id of
 * a metadata document is its address, and fixed clients go before stored ones.
 */
export function isDashboard({ dashboardResource, request }: ConsentStep): boolean {
  return dashboardResource !== undefined && request.client.clientId === DASHBOARD_CLIENT_ID;
}

/**
 * Takes the place of the consent for the dashboard. It is the product's own page, so the person is not asked: it may read the reports
 * of what the person may see and change the settings that it has pages for, and follows the person's rights from then on.
 */
export async function admitDashboard(step: ConsentStep, req: Request, res: Response): Promise<void> {
  const { provider, database, request, person, dashboardResource } = step;
  const rest = request.resources.find(({ resource }) => resource.uri === dashboardResource);
  if (request.resources.length === 1 && rest?.scopes.includes(SCOPE)) {
    const websiteIds = (await websitesOfUser(database, person.id)).map(({ id }) => id);
    const scopes = rest.scopes.filter((scope) => SCOPES.includes(scope));
    const resources = [{ identifier: rest.identifier, scopes }];
    const grantId = await saveGrant(step, { resources, websiteIds, followsPerson: true });
    await endFollowingGrants(database.orm, person.id, { keep: MAX_SIGN_INS });
    await provider.interactionFinished(req, res, { consent: { grantId } });
    return;
  }
  const error_description = 'the dashboard must ask for the reports of the REST API';
  await provider.interactionFinished(req, res, { error: 'invalid_scope', error_description });
}
