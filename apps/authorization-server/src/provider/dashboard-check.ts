import { DASHBOARD_CLIENT_ID, ServiceError } from '@funnel/domain';
import type { Handler } from '@funnel/service';
import { readBasic } from '../introspection/introspection-request.ts';
import { hashSecrets, isSecret } from './client-secrets.ts';
import type { DashboardClient } from './provider-clients.ts';

const WWW_AUTHENTICATE = { 'WWW-Authenticate': 'Basic realm="authorization-server"' };

/** Lets only the server of the dashboard pass, by the secret of its client. */
export function onlyDashboard({ clientSecrets }: DashboardClient): Handler {
  const accepted = hashSecrets(clientSecrets);
  return (req, _res, next) => {
    const { clientId, clientSecret } = readBasic(req.headers.authorization) ?? {};
    const isDashboard = clientSecret !== undefined && isSecret(clientSecret, accepted);
    if (clientId === DASHBOARD_CLIENT_ID && isDashboard) return next();
    next(
      new ServiceError('unauthorized', 'Only the dashboard of this installation can ask for this.', {
        headers: WWW_AUTHENTICATE,
      }),
    );
  };
}
