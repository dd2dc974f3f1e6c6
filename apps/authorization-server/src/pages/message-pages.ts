import { cardPage, csrfField, html } from '@funnel/pages';

/** Asks whether somebody wants to sign out: other pages of ours lead here, and a link alone must not do it. */
export function signOutPage({ person, csrf }: { person: { email: string }; csrf: string }): string {
  return cardPage({
    title: 'Sign out',
    lead: html`You are signed in as <strong class="break">${person.email}</strong>.`,
    content: html`<form method="post" action="/logout" class="stack">${csrfField(csrf)}<button type="submit" class="primary">Sign out</button></form>`,
  });
}

export interface ContinuePageOptions {
  /** An address of this server, such as the one that resumes an interaction. */
  to: string;
  clientName?: string | undefined;
}

/**
 * The response to a form that leads to a client. Chromium applies `form-action` to every redirect after a form, also to
 * those of the client, so a form must not redirect there. From this page the browser continues with a plain navigation.
 */
export function continuePage({ to, clientName = 'the application' }: ContinuePageOptions): string {
  return cardPage({
    title: 'One moment',
    head: html`<meta http-equiv="refresh" content="0;url=${to}">`,
    lead: html`You are being redirected to <strong class="name">${clientName}</strong>.`,
    content: html`<p>If nothing happens, <a href="${to}">continue here</a>.</p>`,
  });
}
