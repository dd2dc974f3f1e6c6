import type { Request, Response } from 'express';
import { pageAddress } from '../pages/page-paths.ts';
import type { Attempts } from './attempts.ts';
import type { AuthorizationClient } from './authorization-client.ts';

/** Sends people to the authorization server. */
export interface SignIn {
  /** `target` is where the person comes back to; an address that is no page becomes the first page. */
  begin(req: Request, res: Response, target: unknown): Promise<void>;
}

/** Creates the sign-in. `url` is the address of the dashboard. */
export function createSignIn({
  attempts,
  client,
  url,
}: {
  attempts: Attempts;
  client: AuthorizationClient;
  url: string;
}): SignIn {
  return {
    async begin(req, res, target) {
      const checks = attempts.start(req, res, pageAddress(target, url));
      res.redirect(303, (await client.address(checks)).href);
    },
  };
}
