import { type ServiceDefinition, SERVICES } from './services.ts';

/** The addresses of the local services, which tokens are bound to. */
export interface Addresses {
  AUTHORIZATION_SERVER_ISSUER: string;
  REST_API_RESOURCE: string;
  MCP_SERVER_RESOURCE: string;
  EVENT_INTAKE_RESOURCE: string;
}

/** Builds the addresses from the chosen ports. A service that is not started has the address of its default port. */
export function addressesOf(ports: ReadonlyMap<ServiceDefinition, number>): Addresses {
  const url = (app: string) => {
    const service = SERVICES.find((definition) => definition.app === app);
    return `http://127.0.0.1:${service && (ports.get(service) ?? service.defaultPort)}`;
  };
  return {
    AUTHORIZATION_SERVER_ISSUER: url('authorization-server'),
    REST_API_RESOURCE: url('rest-api'),
    MCP_SERVER_RESOURCE: `${url('mcp-server')}/mcp`,
    EVENT_INTAKE_RESOURCE: url('event-intake'),
  };
}
