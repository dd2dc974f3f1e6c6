import { anyFreePort, isFree, LocalError } from '@funnel/servers';
import type { ServiceDefinition } from './services.ts';

/** Chooses a port for each service. A requested port must be free; a default port is replaced if it is taken. */
export async function choosePorts(
  services: readonly ServiceDefinition[],
  env: NodeJS.ProcessEnv,
): Promise<Map<ServiceDefinition, number>> {
  const ports = new Map<ServiceDefinition, number>();
  for (const service of services) {
    const port = await choosePort(service, env[service.portVariable]);
    if ([...ports.values()].includes(port))
      throw new LocalError(`Two services have the same port ${port}: change ${service.portVariable}.`);
    ports.set(service, port);
  }
  return ports;
}

async function choosePort(service: ServiceDefinition, asked: string | undefined): Promise<number> {
  if (asked) {
    const port = Number(asked);
    if (!/^\d{1,5}$/.test(asked) || port > 65_535)
      throw new LocalError(`${service.portVariable}=${asked} is not a port (0 to 65535).`);
    if (port === 0) return anyFreePort();
    if (await isFree(port)) return port;
    throw new LocalError(
      `Port ${port} (${service.portVariable}) is taken. Set ${service.portVariable} to a free port, or leave it unset.`,
    );
  }
  if (await isFree(service.defaultPort)) return service.defaultPort;
  const port = await anyFreePort();
  console.error(
    `- Port ${service.defaultPort} is taken: ${service.title} listens on ${port} (${service.portVariable} sets it)`,
  );
  return port;
}
