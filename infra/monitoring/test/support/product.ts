import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { startTrialProduct, type TrialProduct } from '@funnel/local';
import { signInToDashboard } from './dashboard-session.ts';

/** The running services, a token for each, and somebody who is signed in to the dashboard. */
export interface Product extends TrialProduct {
  tokens: { rest: string; mcp: string; intake: string };
  /** With which a page of the dashboard asks. */
  pageHeaders: Record<string, string>;
}

const TOKEN_SECONDS = 86_400;

/** Starts all services on a new database with two websites. */
export async function startProduct(
  root: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const trial = await startTrialProduct(root, folder, env);
  const { addresses, databaseUrl, person } = trial;
  const database = openDatabase({
    url: databaseUrl,
    applicationName: 'funnel-monitoring',
    maxConnections: 1,
  });
  const websiteIds = person.websiteIds.map(trustedWebsiteId);
  const token = async (resource: string, scopes: string[]) => {
    const owner = { userId: null, name: 'monitoring', lifeSeconds: TOKEN_SECONDS };
    return (await issuePersonalToken(database, { ...owner, websiteIds, scopes, resource })).token;
  };
  try {
    const tokens = {
      rest: await token(addresses.REST_API_RESOURCE, ['reports']),
      mcp: await token(addresses.MCP_SERVER_RESOURCE, ['reports']),
      intake: await token(addresses.EVENT_INTAKE_RESOURCE, ['events:write']),
    };
    return { ...trial, tokens, pageHeaders: await signInToDashboard(addresses.DASHBOARD_URL, person) };
  } catch (error) {
    await trial.stop();
    throw error;
  } finally {
    await database.close();
  }
}
