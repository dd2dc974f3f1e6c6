import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { websitesOfUser } from '@funnel/identity';
import { pageHeaders, sendPage } from '@funnel/pages';
import { consentPage } from '../../src/pages/consent-page.ts';
import { continuePage } from '../../src/pages/message-pages.ts';
import { SCOPE_TEXTS } from '../../src/resources.ts';
import type { PeopleApp } from './people-app.ts';
import express, { type Request, type Response, Router } from 'express';

/** The consent page as an interaction shows it. Afterwards two redirects lead to `clientUrl`. */
export function consentRoutes({ database, people }: PeopleApp, clientUrl: () => string): Router {
  async function show(req: Request, res: Response, error?: string): Promise<void> {
    const person = await people.currentPerson(req);
    if (!person) throw new Error('no person is signed in');
    const page = consentPage({
      csrf: people.csrfToken(req, res),
      action: '/consent',
      client: { name: 'Desk Assistant', redirectHost: new URL(clientUrl()).host, isLoopback: true },
      resourceName: 'your reports',
      scopes: (['reports', 'contacts:read'] as const).map((scope) => ({ scope, text: SCOPE_TEXTS[scope] })),
      websites: await websitesOfUser(database, person.id),
      person,
      error,
    });
    sendPage(res, error ? 422 : 200, page);
  }

  return Router()
    .use('/consent', pageHeaders, express.urlencoded({ extended: false }))
    .get('/consent', (req, res) => show(req, res))
    .post('/consent', async (req, res) => {
      const { decision, website_ids } = req.body as { decision?: string; website_ids?: string | string[] };
      const picked = [website_ids ?? []].flat();
      if (!people.verifyCsrf(req)) res.status(403).end();
      else if (decision === 'allow' && picked.length === 0)
        await show(req, res, 'Select at least one website.');
      else {
        const to = `/resume?picked=${decision === 'allow' ? picked.join(',') : 'denied'}`;
        sendPage(res, 200, continuePage({ to, clientName: 'Desk Assistant' }));
      }
    })
    .get('/resume', (req, res) => res.redirect(303, `${clientUrl()}${new URL(req.url, clientUrl()).search}`));
}

/** Starts a server on a free port. */
export async function listen(handler: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer({ keepAliveTimeout: 0 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
