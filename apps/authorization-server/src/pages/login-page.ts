import { cardPage, csrfField, type Html, html, invalidIf } from '@funnel/pages';
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts';

export interface LoginPageOptions {
  csrf: string;
  /** The address that the form is sent to. */
  action: string;
  /** The e-mail address of a failed attempt. */
  email?: string | undefined;
  error?: string | undefined;
  /** What has just happened. */
  notice?: string | undefined;
  /** The client that started the login, if any. */
  clientName?: string | undefined;
  /** What the browser needs for a passkey, if there can be any. */
  passkeyOptions?: object | undefined;
  /** Where people of companies sign in, if any company has its login here. */
  companyHref?: string | undefined;
}

export function loginPage(options: LoginPageOptions): string {
  const { csrf, action, email, error, notice, clientName, passkeyOptions, companyHref } = options;
  // After a failed attempt the cursor is in the password field.
  const focus = (isFocused: boolean): Html | undefined => (isFocused ? html` autofocus` : undefined);
  return cardPage({
    title: 'Sign in',
    head: passkeyOptions && PASSKEY_SCRIPT,
    lead: clientName
      ? html`to continue to <strong class="name">${clientName}</strong>`
      : 'to manage your access tokens',
    notice,
    error,
    content: html`<form method="post" action="${action}" class="stack">
${csrfField(csrf)}
<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${invalidIf(error)}${focus(!email)}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${invalidIf(error)}${focus(Boolean(email))}>
</div>
<button type="submit" class="primary">Sign in</button>
</form>
${FORGOTTEN}
${passkeyOptions && html`<form method="post" action="${action}" class="stack">${csrfField(csrf)}${passkeyButton('get', 'Sign in with a passkey', passkeyOptions)}</form>`}
${companyHref && html`<p><a href="${companyHref}">Sign in with your company</a></p>`}`,
  });
}

/** There is no mail for it, so a person has to do it. */
const FORGOTTEN = html`<details class="help"><summary>Forgot your password?</summary>
<p>This service sends no mail for that. Ask an owner of your account, who has invited you, or the people who run this service. Those who run it make a link for you, which works once, within two days: there you choose a new password. If you have a passkey, you can sign in with it instead.</p></details>`;
