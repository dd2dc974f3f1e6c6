import { engine } from './compose.mjs';

/** Those of ours, in the order in which they are replaced: what others ask comes first. */
const SERVICES = [
  'authorization-server',
  'event-intake',
  'insights-worker',
  'mcp-server',
  'rest-api',
  'dashboard',
];

/** The settings with the names of the public ones, in the order in which they are asked. */
const DOMAINS = {
  'rest-api': 'API_DOMAIN',
  'mcp-server': 'TOOLS_DOMAIN',
  'event-intake': 'EVENTS_DOMAIN',
  dashboard: 'DASHBOARD_DOMAIN',
  'authorization-server': 'AUTH_DOMAIN',
};

export function ourServices(composed) {
  return SERVICES.filter((name) => composed.includes(name));
}

export function domainsOf(services, settings) {
  return Object.entries(DOMAINS)
    .filter(([service]) => services.includes(service))
    .map(([, name]) => settings[name])
    .filter(Boolean);
}

/** Those that a version does not have: one that ran here before may be older than a service. */
export async function missingIn(version, services, { FUNNEL_IMAGES: images }) {
  const missing = [];
  for (const service of services) {
    const image = `${images}/${service}:${version}`;
    const isThere =
      (await engine('image', 'inspect', image)).succeeded ||
      (await engine('pull', '--quiet', image)).succeeded;
    if (!isThere) missing.push(service);
  }
  // Without any image there is nothing to know: the next step says that they cannot be pulled.
  return missing.length === services.length ? [] : missing;
}
