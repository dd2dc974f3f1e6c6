import { cardPage, csrfField, html } from '@funnel/pages';
import { newPasswordFields } from './password-page.ts';

export interface InvitationPageOptions {
  csrf: string;
  link: string;
  accountName: string;
  /** Who is signed in, if anybody. */
  person: { email: string; isByCompany?: boolean } | undefined;
  email: string;
  error?: string | undefined;
}

export function invitationPage(options: InvitationPageOptions): string {
  const { csrf, link, accountName, person, email, error } = options;
  return cardPage({
    title: `Join ${accountName}`,
    heading: html`Join <span class="name">${accountName}</span>`,
    lead: 'You were invited to see the funnels of its websites.',
    error,
    content: html`<form method="post" action="/invitation" class="stack">
${csrfField(csrf)}
<input type="hidden" name="link" value="${link}">
${
  person && person.email !== email
    ? html`<p>The invitation is for <strong class="break">${email}</strong>, and you are signed in as <strong class="break">${person.email}</strong>. Sign out and open the link again, or ask for an invitation for your address.</p>`
    : person
      ? html`<p>You are signed in as <strong class="break">${person.email}</strong>.</p>
${!person.isByCompany && html`<button type="submit" class="primary">Join</button>`}`
      : html`<div class="field">
<label for="email">E-mail</label>
<input id="email" type="email" autocomplete="username" readonly value="${email}">
</div>
${newPasswordFields(error)}
<button type="submit" class="primary">Create your account and join</button>`
}
</form>
${!person && html`<p class="hint">You have an account already? <a href="/login">Sign in</a>, then open the link again.</p>`}`,
  });
}
