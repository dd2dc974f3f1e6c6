import { PASSWORD_VARIABLES } from '@funnel/cli';
import { SERVICE_NAMES, serviceDatabaseUrl, type ServiceName } from '@funnel/admin';

/** The environment of a service with its own database role: its own address, and no password of another role. */
export function roleEnv(env: NodeJS.ProcessEnv, ownerUrl: string, service: ServiceName): NodeJS.ProcessEnv {
  const password = env[PASSWORD_VARIABLES[service]] ?? '';
  const others = Object.fromEntries(SERVICE_NAMES.map((name) => [PASSWORD_VARIABLES[name], undefined]));
  return { ...env, ...others, DATABASE_URL: serviceDatabaseUrl(ownerUrl, service, password) };
}

export function rolePasswords(env: NodeJS.ProcessEnv): Partial<Record<ServiceName, string>> {
  return Object.fromEntries(SERVICE_NAMES.map((service) => [service, env[PASSWORD_VARIABLES[service]]]));
}
