import type { Request, Response } from 'express';
import { pageAddress } from '../pages/page-paths.ts';
import type { Attempts } from './attempts.ts';
import type { AuthorizationClient } from './authorization-client.ts';

/**
 * Sends somebody to the authorization server. `target` is where the person comes back to; an address that is no page becomes
 * the first page.
 */
export type BeginSignIn = (req: Request, res: Response, target: unknown) => Promise<void>;

/** `url` is the address of the dashboard. */
export function createSignIn(attempts: Attempts, client: AuthorizationClient, url: string): BeginSignIn {
  return async (req, res, target) => {
    const checks = attempts.start(req, res, pageAddress(target, url));
    res.redirect(303, (await client.address(checks)).href);
  };
}
