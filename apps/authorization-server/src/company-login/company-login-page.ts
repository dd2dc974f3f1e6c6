import { cardPage, csrfField, html, invalidIf } from '@funnel/pages';

/** Asks for the e-mail address, whose domain says which company it is. */
export function companyLoginPage({
  csrf,
  interaction,
  email,
  error,
}: {
  csrf: string;
  /** The authorization that goes on afterwards, if any. */
  interaction: string;
  email?: string | undefined;
  error?: string | undefined;
}): string {
  return cardPage({
    title: 'Company login',
    heading: 'Sign in with your company',
    lead: 'You continue on the login page of your company.',
    error,
    content: html`<form method="post" action="/login/company" class="stack">
${csrfField(csrf)}
<input type="hidden" name="interaction" value="${interaction}">
<div class="field">
<label for="email">E-mail at your company</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${invalidIf(error)} autofocus>
</div>
<button type="submit" class="primary">Continue</button>
</form>
<p><a href="${interaction ? `/interaction/${interaction}` : '/login'}">Sign in with a password instead</a></p>`,
  });
}
