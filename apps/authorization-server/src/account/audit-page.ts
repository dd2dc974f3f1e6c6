import { SECURITY_EVENT_KINDS } from '@funnel/db';
import { formatTime, html, type Html, optionsView } from '@funnel/pages';
import { accountPage, type PageViewer } from './account-page.ts';
import type { AuditFilter, AuditLine } from './audit-lines.ts';

export interface ShownAudit {
  isOwner: boolean;
  filter: AuditFilter;
  lines: readonly AuditLine[];
  /** Whether there are more than those. */
  isCut: boolean;
  error: string | undefined;
}

export function auditPage(viewer: PageViewer, shown: ShownAudit): string {
  return accountPage('/audit', viewer, {
    title: 'Audit log',
    lead: 'Who did what to your accounts, their websites, people and tokens.',
    error: shown.isOwner ? shown.error : undefined,
    content: shown.isOwner ? eventsView(shown) : NOT_AN_OWNER,
  });
}

const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You do not own an account. Its owner sees here what happened to it.</p></section>`;

const KINDS = Object.entries(SECURITY_EVENT_KINDS).map(([value, text]) => ({ value, text }));

function eventsView({ filter, lines, isCut }: ShownAudit): Html {
  const { kind, since, until } = filter;
  const query = new URLSearchParams({ kind, since, until, format: 'csv' });
  return html`<section class="panel" aria-labelledby="filter">
<h2 id="filter">What to show</h2>
<form method="get" action="/audit" class="stack narrow">
<div class="field"><label for="kind">Event</label>
<select id="kind" name="kind"><option value="">all</option>${optionsView(KINDS, kind)}</select></div>
<div class="field"><label for="since">From day (UTC)</label><input id="since" name="since" type="date" value="${since}"></div>
<div class="field"><label for="until">To day, included</label><input id="until" name="until" type="date" value="${until}"></div>
<button type="submit">Show</button>
</form>
<p><a href="/audit?${query.toString()}">Download as CSV</a></p>
</section>
<section class="panel" aria-labelledby="events">
<h2 id="events">Events</h2>
${lines.length === 0 ? html`<p class="empty">Nothing happened.</p>` : html`<ul class="tokens">${lines.map(lineView)}</ul>`}
${isCut && html`<p class="hint">Only the newest ${lines.length} are shown. Choose fewer days, or download the table.</p>`}
</section>`;
}

function lineView({ at, text, by, about, from }: AuditLine): Html {
  return html`<li class="token">
<div class="token-head"><h3 class="break">${by || 'Somebody'} ${text}</h3></div>
<p class="hint">${formatTime(at)}${from && html` · from <span class="break">${from}</span>`}${about && html` · <span class="break">${about}</span>`}</p>
</li>`;
}
