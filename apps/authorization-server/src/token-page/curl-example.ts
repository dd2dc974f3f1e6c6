import type { Scope } from '@funnel/domain';
import type { ResourceKind, ResourceUris } from './resources.ts';

export interface ExampleToken {
  token: string;
  resource: ResourceKind;
  scopes: readonly Scope[];
  websiteIds: readonly number[];
}

/** What each scope lets one read, without changing anything. */
const PATHS: Readonly<Partial<Record<Scope, string>>> = {
  reports: '/api/v1/reports/website',
  'contacts:read': '/api/v1/contacts',
  'ctas:read': '/api/v1/cta',
  'areas:read': '/api/v1/areas',
  'websites:read': '/api/v1/websites',
};

/** A command that works with this very token; none where all it may do is to write. */
export function curlExample(example: ExampleToken, resources: ResourceUris): string | undefined {
  const { token, resource, scopes, websiteIds } = example;
  const uri = resources[resource].replace(/\/$/, '');
  const authorization = `curl -H 'Authorization: Bearer ${token}' \\\n`;
  if (resource === 'mcp') {
    return `${authorization}  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' \\
  '${uri}'`;
  }
  const path = scopes.map((scope) => PATHS[scope]).find((known) => known !== undefined);
  return path && `${authorization}  '${uri}${path}?website_id=${websiteIds[0]}'`;
}
