import { DASHBOARD_CLIENT_ID } from '@funnel/domain';
import type { RequestHandler } from 'express';
import { readBasic } from '../introspection/introspection-request.ts';
import { hashSecrets, isSecret } from './client-secrets.ts';
import type { DashboardClient } from './provider-clients.ts';

/** Answers 401 unless the dashboard asks, with its credentials. */
export function requireDashboard({ clientSecrets }: DashboardClient): RequestHandler {
  const accepted = hashSecrets(clientSecrets);
  return (req, res, next) => {
    const given = readBasic(req.headers.authorization);
    const isDashboard = given?.clientId === DASHBOARD_CLIENT_ID && isSecret(given.clientSecret, accepted);
    if (isDashboard) return next();
    res.status(401).set('WWW-Authenticate', 'Basic').json({ error: 'invalid_client' });
  };
}
