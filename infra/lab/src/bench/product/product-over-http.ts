import type { Trial } from '../../trial.ts';
import { type ServiceGroup, startServices, toolCall } from '@funnel/local';
import { operationOf } from '@funnel/operations';
import { issueToken, withDatabase } from './database.ts';
import { NOW } from '../data/traffic.ts';
import type { HttpTarget } from '../measure/http-callers.ts';
import type { Question } from './questions.ts';

/** The running services, and requests to them with real tokens. */
export interface ProductOverHttp {
  services: ServiceGroup;
  /** The header for the REST API, and for the floor with the same authentication. */
  authorization: string;
  /** The question to the REST API. */
  rest(question: Question): HttpTarget;
  /** The same question to the tool server. */
  tool(question: Question): HttpTarget;
}

const APPS = ['authorization-server', 'rest-api', 'mcp-server'];

/** Starts the authorization server, the REST API and the tool server, and issues a token for each of the two. */
export async function startBenchedServices(
  { root, folder, defer }: Trial,
  databaseUrl: string,
): Promise<ProductOverHttp> {
  const starting = startServices({ root, folder, databaseUrl, apps: APPS, env: { NOW: NOW.toISOString() } });
  defer(async () => (await starting.catch(() => undefined))?.stop());
  const services = await starting;
  const { REST_API_RESOURCE, MCP_SERVER_RESOURCE } = services.addresses;
  const [restToken = '', toolToken = ''] = await withDatabase(databaseUrl, (database) =>
    Promise.all(
      [REST_API_RESOURCE, MCP_SERVER_RESOURCE].map((resource) =>
        issueToken(database, { resource, scopes: ['reports'] }),
      ),
    ),
  );
  const authorization = `Bearer ${restToken}`;
  return {
    services,
    authorization,
    rest: (question) => ({
      url: `${REST_API_RESOURCE}/api/v1${pathOf(question)}`,
      headers: { authorization },
    }),
    tool: ({ operation, parameters }) => ({
      url: MCP_SERVER_RESOURCE,
      ...toolCall(toolToken, operation, parameters),
    }),
  };
}

/** The path and query of a question. */
function pathOf({ operation, parameters }: Question): string {
  const { path } = operationOf(operation);
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, String(value));
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
}
