import { PASSWORD_MIN_LENGTH } from '@funnel/identity';
import { cardPage, csrfField, html, type Html } from '@funnel/pages';
import type { Person } from '../people/people.ts';
import { accountPage } from './account-page.ts';

export interface PasswordPageOptions {
  csrf: string;
  /** Who is signed in; a link needs nobody. */
  person?: Person;
  /** The secret of a one-time link, instead of the current password. */
  link?: string;
  error?: string | undefined;
}

export function passwordPage({ csrf, person, link, error }: PasswordPageOptions): string {
  const shown = {
    title: 'Choose a password',
    lead: 'A new password signs you out everywhere. Your tokens and connected applications end too: create and allow them again.',
    error,
    content: html`<section${person && html` class="panel"`}>
<form method="post" action="/password" class="stack narrow">
${csrfField(csrf)}
${link === undefined ? passwordField('current', 'Current password', 'current-password', error) : html`<input type="hidden" name="link" value="${link}">`}
${newPasswordFields(error)}
<button type="submit" class="primary">Change password</button>
</form>
</section>`,
  };
  return person ? accountPage('/password', { person, csrf }, shown) : cardPage(shown);
}

export function newPasswordFields(error: string | undefined): Html {
  return html`${passwordField('password', `New password, at least ${PASSWORD_MIN_LENGTH} characters`, 'new-password', error)}
${passwordField('repeated', 'Repeat the new password', 'new-password', error)}`;
}

function passwordField(name: string, label: string, autocomplete: string, error: string | undefined): Html {
  const describedBy = error && html` aria-describedby="error"`;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" maxlength="1024" required${describedBy}>
</div>`;
}
