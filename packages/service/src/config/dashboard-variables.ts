import { hostUrl } from './kinds.ts';
import { CLIENT_SECRET, clientSecrets, ENCRYPTION_KEY, encryptionKey } from './secret-variables.ts';

const DASHBOARD_URL = {
  meaning: 'the dashboard as browsers know it; without it the authorization server knows no dashboard',
  description: 'an http or https address without a path',
  example: 'https://reports.example.com',
};
const DASHBOARD_CLIENT_SECRET = {
  meaning:
    'the secret of the dashboard at the authorization server: the dashboard sends the first one, the authorization server accepts all',
  ...CLIENT_SECRET,
};

export const dashboardClient = {
  // Without a path, because the cookies of the dashboard belong to its whole host.
  DASHBOARD_URL: hostUrl.default('http://127.0.0.1:3005').meta(DASHBOARD_URL),
  DASHBOARD_CLIENT_SECRET: clientSecrets.meta(DASHBOARD_CLIENT_SECRET),
};

/** The dashboard, for the authorization server, which may have none. */
export const optionalDashboard = {
  DASHBOARD_URL: hostUrl.optional().meta(DASHBOARD_URL),
  DASHBOARD_CLIENT_SECRET: clientSecrets.optional().meta(DASHBOARD_CLIENT_SECRET),
};

export const dashboardEncryptionKey = encryptionKey.meta({
  meaning: 'encrypts the tokens of the people who are signed in to the dashboard, and its cookies',
  ...ENCRYPTION_KEY,
});

export const dashboardAddress = hostUrl.optional().meta({
  ...DASHBOARD_URL,
  meaning: 'the dashboard as browsers know it, for links in messages; without it they have none',
});
