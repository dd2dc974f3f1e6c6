import { plainName } from '@funnel/domain';
import { endSessions, listSessions, type PersonSession } from '@funnel/identity';
import { buttonForm, formatTime, type Html, html, noticeOf, sendPage } from '@funnel/pages';
import { sendErrorPage } from '@funnel/service';
import type { Router } from 'express';
import { accountPage } from './account-page.ts';
import { type PageDependencies, signedInRoutes } from './signed-in.ts';

const NOTICES = { ended: 'The session was ended. That browser must sign in again.' };
const NOT_FOUND = { title: 'Not found', detail: 'It may have ended already. Go back to the list.' };
const MAX_BROWSER_LENGTH = 120;

/** `/sessions`: where a person is signed in, and how to end it. */
export function sessionRoutes({ database, people, clock }: PageDependencies): Router {
  const { router, page, form } = signedInRoutes(people);

  page('/sessions', async (visit) => {
    const { req, res, person, csrf } = visit;
    const current = people.sessionId(req) ?? '';
    const sessions = await listSessions(database, person.id, { current, now: clock() });
    const shown = accountPage('/sessions', visit, {
      title: 'Signed in',
      heading: 'Where you are signed in',
      lead: 'Somebody else? End it, and change your password: that ends everything.',
      notice: noticeOf(req.query, NOTICES),
      content: sessionsView(sessions, csrf),
    });
    sendPage(res, 200, shown);
  });

  form(['/sessions/end-others', '/sessions/:id/end'], async ({ req, res, person, actor }) => {
    const { id } = req.params;
    const which = typeof id === 'string' ? { id } : { allBut: people.sessionId(req) ?? '' };
    const count = await endSessions(database, person.id, which, actor);
    if (count === 0) sendErrorPage(req, res, 404, NOT_FOUND);
    else res.redirect(303, '/sessions?notice=ended');
  });
  return router;
}

function sessionsView(sessions: readonly PersonSession[], csrf: string): Html {
  const others = buttonForm({
    action: '/sessions/end-others',
    csrf,
    text: 'End all others',
    look: 'danger',
  });
  return html`<section class="panel" aria-label="Where you are signed in">
<ul class="tokens">${sessions.map((session) => sessionView(session, csrf))}</ul>
${sessions.length > 1 && others}
</section>`;
}

function sessionView(
  { id, browser, address, startedAt, lastUsedAt, isThis }: PersonSession,
  csrf: string,
): Html {
  return html`<li class="token">
<div class="token-head"><h2 class="break">${browser ? plainName(browser, MAX_BROWSER_LENGTH) : 'Unknown browser'}</h2>${isThis && html`<span class="badge">this one</span>`}</div>
<p class="hint">Since ${formatTime(startedAt)}${address && html` · from <span class="break">${address}</span>`} · last used about ${formatTime(lastUsedAt)}</p>
${!isThis && buttonForm({ action: `/sessions/${id}/end`, csrf, text: 'End', look: 'danger' })}
</li>`;
}
