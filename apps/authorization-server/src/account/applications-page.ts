import { html, layout } from '@funnel/pages';
import { accountHeader, type HeaderPerson } from './account-header.ts';
import { type ApplicationListOptions, applicationListView } from './application-list-view.ts';

/** What the page shows. */
export interface ApplicationsPageOptions extends Omit<ApplicationListOptions, 'actionOf'> {
  person: HeaderPerson;
  isDisconnected: boolean;
}

/** Renders the applications that a person has allowed. */
export function applicationsPage(options: ApplicationsPageOptions): string {
  const { csrf, person, applications, isDisconnected } = options;
  return layout({
    title: 'Connected applications',
    width: 'wide',
    header: accountHeader('/applications', { person, csrf }),
    content: html`<h1>Connected applications</h1>
<p class="lead">AI assistants and other applications that you have allowed to read your reports.</p>
${isDisconnected && html`<p class="note" role="status">The application was disconnected and has lost access.</p>`}
<section class="panel" aria-label="Connected applications">
${
  applications.length > 0
    ? applicationListView({ ...options, actionOf: ({ id }) => `/applications/${id}/disconnect` })
    : html`<p class="empty">You have not allowed any application yet. An AI assistant asks you when you connect it.</p>`
}
</section>`,
  });
}
