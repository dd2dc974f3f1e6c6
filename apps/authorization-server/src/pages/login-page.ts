import { csrfField, errorNote } from './form-fields.ts';
import { html, type Html, layout } from '@funnel/pages';
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts';

/** What the login page shows. */
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

/** Asks for e-mail address and password. */
export function loginPage(options: LoginPageOptions): string {
  const { csrf, action, email, error, notice, clientName, passkeyOptions, companyHref } = options;
  const describedBy = error ? html` aria-describedby="error" aria-invalid="true"` : undefined;
  // After a failed attempt the cursor is in the password field.
  const focus = (isFocused: boolean): Html | undefined => (isFocused ? html` autofocus` : undefined);
  return layout({
    title: 'Sign in',
    ...(passkeyOptions && { head: PASSKEY_SCRIPT }),
    content: html`<h1>Sign in</h1>
${clientName ? html`<p class="lead">to continue to <strong class="name">${clientName}</strong></p>` : html`<p class="lead">to manage your access tokens</p>`}
${notice && html`<p class="note" role="status">${notice}</p>`}
${errorNote(error)}
<form method="post" action="${action}" class="stack">
${csrfField(csrf)}
<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${describedBy}${focus(!email)}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${describedBy}${focus(Boolean(email))}>
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
