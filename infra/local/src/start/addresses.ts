import type { ServiceDefinition } from './services.ts';

/** The identifiers that tokens are bound to, as the services of this machine are reached. */
export interface Addresses {
  AUTHORIZATION_SERVER_ISSUER: string;
  REST_API_RESOURCE: string;
  MCP_SERVER_RESOURCE: string;
}

export function addressesOf(ports: ReadonlyMap<ServiceDefinition, number>): Addresses {
  const url = (app: string) => {
    const [, port] = [...ports].find(([service]) => service.app === app) ?? [];
    return `http://127.0.0.1:${port}`;
  };
  return {
    AUTHORIZATION_SERVER_ISSUER: url('authorization-server'),
    REST_API_RESOURCE: url('rest-api'),
    MCP_SERVER_RESOURCE: `${url('mcp-server')}/mcp`,
  };
}
