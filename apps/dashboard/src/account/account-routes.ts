import type { Router } from 'express';
import { accountVisits, type AccountVisitsOptions } from './account-visits.ts';
import { embeddingRoutes } from './embedding-routes.ts';

/** The pages of an account that are here: the authorization server has the others. */
export function accountRoutes(options: AccountVisitsOptions): Router {
  const visits = accountVisits(options);
  embeddingRoutes(visits);
  return visits.router;
}
