import { type Application, disconnectApplication, listApplications, websitesOfUser } from '@funnel/identity';
import { html, noticeOf, sendPage } from '@funnel/pages';
import { sendErrorPage } from '@funnel/service';
import type { Router } from 'express';
import { accountPage } from './account-page.ts';
import { applicationListView } from './application-list-view.ts';
import { type PageDependencies, signedInRoutes } from './signed-in.ts';

const NOTICES = { disconnected: 'The application was disconnected and has lost access.' };
const NOT_FOUND = {
  title: 'Application not found',
  detail: 'It may be disconnected already. Go back to the list to see what is connected.',
};
const EMPTY = html`<p class="empty">You have not allowed any application yet. An AI assistant asks you when you connect it.</p>`;

/** `/applications`: what a person has allowed, and how to end it. */
export function applicationRoutes({ database, people, resources }: PageDependencies): Router {
  const { router, page, form } = signedInRoutes(people);

  page('/applications', async (visit) => {
    const { req, res, person, csrf } = visit;
    const applications = await listApplications(database, person.id);
    const websites = await websitesOfUser(database, person.id);
    const actionOf = ({ id }: Application) => `/applications/${id}/disconnect`;
    const list = applicationListView({ csrf, applications, websites, resources, actionOf });
    const shown = accountPage('/applications', visit, {
      title: 'Connected applications',
      lead: 'AI assistants and other applications that you have allowed to read your reports.',
      notice: noticeOf(req.query, NOTICES),
      content: html`<section class="panel" aria-label="Connected applications">
${applications.length > 0 ? list : EMPTY}
</section>`,
    });
    sendPage(res, 200, shown);
  });

  form('/applications/:id/disconnect', async ({ req, res, person, actor }) => {
    const own = await listApplications(database, person.id);
    const application = own.find(({ id }) => id === req.params['id']);
    if (!application) return sendErrorPage(req, res, 404, NOT_FOUND);
    await disconnectApplication(database, application, actor);
    res.redirect(303, '/applications?notice=disconnected');
  });
  return router;
}
