/** The services that have a database role of their own, each with its role. */
export const SERVICE_ROLES = {
  'rest-api': 'funnel_rest_api',
  'mcp-server': 'funnel_mcp_server',
  'authorization-server': 'funnel_authorization_server',
  'insights-worker': 'funnel_insights_worker',
  'event-intake': 'funnel_event_intake',
  dashboard: 'funnel_dashboard',
} as const;

export type ServiceName = keyof typeof SERVICE_ROLES;

/** All of them. */
export const SERVICE_NAMES = Object.keys(SERVICE_ROLES) as ServiceName[];

/**
 * The address of a database for the role of a service.
 * @example
 * const url = serviceDatabaseUrl('postgres://owner:secret@127.0.0.1:5432/funnel', 'mcp-server', 'p@ss');
 * assert.equal(url, 'postgres://funnel_mcp_server:p%40ss@127.0.0.1:5432/funnel');
 */
export function serviceDatabaseUrl(ownerUrl: string, service: ServiceName, password: string): string {
  const url = new URL(ownerUrl);
  url.username = SERVICE_ROLES[service];
  url.password = encodeURIComponent(password);
  return url.href;
}
