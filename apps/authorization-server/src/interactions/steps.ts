import type { Database } from '@funnel/db';
import type { AuthorizationStore } from '@funnel/identity';
import type { Interaction, Provider } from 'oidc-provider';
import type { People, Person } from '../people/people.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** The first step of an authorization: a person signs in. */
export interface LoginStep {
  provider: Provider;
  database: Database;
  people: People;
  interaction: Interaction;
  request: AuthorizationRequest;
}

/** The second step of an authorization: a person decides which websites the client gets. */
export interface ConsentStep extends LoginStep {
  store: AuthorizationStore;
  person: Person;
  /** What the dashboard reads: the identifier of the REST API. Undefined where there is no dashboard. */
  dashboardResource: string | undefined;
}
