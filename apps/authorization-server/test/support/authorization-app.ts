import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  startAuthorizationServer,
} from '@funnel/fixtures';
import * as authorizationServer from '../../src/index.ts';

/** Starts the whole server on a free port; without a given database, with Ann, Ben and Nora. */
export function startAuthorizationApp(options?: AuthorizationServerOptions): Promise<AuthorizationServer> {
  return startAuthorizationServer(authorizationServer, options);
}
