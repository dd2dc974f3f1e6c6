import { plainName } from '@funnel/domain';
import type { PersonSession } from '@funnel/identity';
import { html, type Html, layout } from '@funnel/pages';
import { csrfField } from '../pages/form-fields.ts';
import { formatTime } from '../pages/format-time.ts';
import { accountHeader, type HeaderPerson } from './account-header.ts';

/** What the page shows. */
export interface SessionsPageOptions {
  csrf: string;
  person: HeaderPerson;
  sessions: readonly PersonSession[];
  isEnded: boolean;
}

const MAX_BROWSER_LENGTH = 120;

/** Renders where a person is signed in. */
export function sessionsPage({ csrf, person, sessions, isEnded }: SessionsPageOptions): string {
  return layout({
    title: 'Signed in',
    width: 'wide',
    header: accountHeader('/sessions', { person, csrf }),
    content: html`<h1>Where you are signed in</h1>
<p class="lead">Somebody else? End it, and change your password: that ends everything.</p>
${isEnded && html`<p class="note" role="status">The session was ended. That browser must sign in again.</p>`}
<section class="panel" aria-label="Where you are signed in">
<ul class="tokens">${sessions.map((session) => sessionView(session, csrf))}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="/sessions/end-others">${csrfField(csrf)}<button type="submit" class="danger">End all others</button></form>`
}
</section>`,
  });
}

function sessionView(
  { id, browser, address, startedAt, lastUsedAt, isThis }: PersonSession,
  csrf: string,
): Html {
  return html`<li class="token">
<div class="token-head"><h2 class="break">${browser ? plainName(browser, MAX_BROWSER_LENGTH) : 'Unknown browser'}</h2>${isThis && html`<span class="badge">this one</span>`}</div>
<p class="hint">Since ${formatTime(startedAt)}${address && html` · from <span class="break">${address}</span>`} · last used about ${formatTime(lastUsedAt)}</p>
${
  !isThis &&
  html`<form method="post" action="/sessions/${id}/end">${csrfField(csrf)}<button type="submit" class="danger">End</button></form>`
}
</li>`;
}
