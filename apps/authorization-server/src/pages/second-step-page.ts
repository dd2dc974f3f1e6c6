import { buttonForm, cardPage, csrfField, html, invalidIf } from '@funnel/pages';
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts';

export interface SecondStepPageOptions {
  csrf: string;
  /** The address that the form is sent to. */
  action: string;
  /** Who has given the password. */
  email: string;
  error?: string | undefined;
  /** What the browser needs for a passkey, if the person has one. */
  passkeyOptions?: object | undefined;
  /** Whether the person has an application for one-time codes. */
  hasCodes: boolean;
}

/** Asks for the second factor, after the password. */
export function secondStepPage(options: SecondStepPageOptions): string {
  const { csrf, action, email, error, passkeyOptions, hasCodes } = options;
  const label = hasCodes ? 'Code of your application, or a recovery code' : 'Recovery code';
  const fields = html`<input type="hidden" name="start_again" value="yes">`;
  return cardPage({
    title: 'Second factor',
    heading: 'One more step',
    head: passkeyOptions && PASSKEY_SCRIPT,
    lead: html`You sign in as <strong class="break">${email}</strong>.`,
    error,
    content: html`${passkeyOptions && html`<form method="post" action="${action}" class="stack">${csrfField(csrf)}${passkeyButton('get', 'Use your passkey', passkeyOptions)}</form>`}
<form method="post" action="${action}" class="stack">
${csrfField(csrf)}
<div class="field">
<label for="code">${label}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required${invalidIf(error)}${!passkeyOptions && html` autofocus`}>
</div>
<button type="submit" class="primary">Continue</button>
</form>
${buttonForm({ action, csrf, fields, text: 'Sign in as somebody else', look: 'quiet' })}`,
  });
}

/** Says that an account requires a second factor that the person does not have yet. */
export function secondFactorFirstPage(): string {
  return cardPage({
    title: 'Second factor',
    heading: 'A second factor is required',
    content: html`<p>An account of yours requires more than a password. <a href="/second-factor">Set up a passkey or one-time codes</a>; it takes a minute. Then connect the application again.</p>`,
  });
}
