import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloorAddress } from './floor-server.ts';
import type { ProductOverHttp } from './product-over-http.ts';

/** Two Express handlers that only run `select 1`: what a report can at best be as fast as. */
export type Floor = Awaited<ReturnType<typeof startFloor>>;

/** Starts the handlers in a process of their own, as the services are. */
export async function startFloor({ services, authorization }: ProductOverHttp) {
  const child = fork(fileURLToPath(new URL('./floor-server.js', import.meta.url)), {
    env: services.env,
    execArgv: [],
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The floor server ended.');
  });
  const [{ url }] = (await Promise.race([once(child, 'message'), failed])) as [FloorAddress];
  failed.catch(() => {});
  return {
    bare: { url: `${url}/bare`, headers: {} },
    authenticated: { url: `${url}/authenticated`, headers: { authorization } },
    /** Where its processor time can be read, as that of a service. */
    url,
    stop: () => void child.kill(),
  };
}
