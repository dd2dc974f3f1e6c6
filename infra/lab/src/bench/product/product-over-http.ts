import { startServices } from '@funnel/local';
import { operationOf } from '@funnel/operations';
import type { Trial } from '../../trial.ts';
import { NOW } from '../data/traffic.ts';
import type { HttpTarget } from '../measure/http-callers.ts';
import { issueToken, withDatabase } from './database.ts';
import type { Question } from './questions.ts';

/** The running services, and requests to them with a real token. */
export type ProductOverHttp = Awaited<ReturnType<typeof startBenchedServices>>;

const APPS = ['authorization-server', 'rest-api'];

export async function startBenchedServices({ root, folder, defer }: Trial, databaseUrl: string) {
  const starting = startServices({ root, folder, databaseUrl, apps: APPS, env: { NOW: NOW.toISOString() } });
  defer(async () => (await starting.catch(() => undefined))?.stop());
  const services = await starting;
  const { REST_API_RESOURCE: resource } = services.addresses;
  const token = await withDatabase(databaseUrl, (database) =>
    issueToken(database, { resource, scopes: ['reports'] }),
  );
  const authorization = `Bearer ${token}`;
  const queryOf = (parameters: Question['parameters']) =>
    new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  return {
    services,
    /** The header for the REST API, and for the floor with the same authentication. */
    authorization,
    rest: ({ operation, parameters }: Question): HttpTarget => ({
      url: `${resource}/api/v1${operationOf(operation).path}?${queryOf(parameters)}`,
      headers: { authorization },
    }),
  };
}
