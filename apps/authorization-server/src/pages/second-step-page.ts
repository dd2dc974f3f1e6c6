import { html, layout } from '@funnel/pages';
import { csrfField, errorNote } from './form-fields.ts';
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts';

/** What the page shows. */
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
  return layout({
    title: 'Second factor',
    ...(passkeyOptions && { head: PASSKEY_SCRIPT }),
    content: html`<h1>One more step</h1>
<p class="lead">You sign in as <strong class="break">${email}</strong>.</p>
${errorNote(error)}
${passkeyOptions && html`<form method="post" action="${action}" class="stack">${csrfField(csrf)}${passkeyButton('get', 'Use your passkey', passkeyOptions)}</form>`}
<form method="post" action="${action}" class="stack">
${csrfField(csrf)}
<div class="field">
<label for="code">${label}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required${error && html` aria-describedby="error" aria-invalid="true"`}${!passkeyOptions && html` autofocus`}>
</div>
<button type="submit" class="primary">Continue</button>
</form>
<form method="post" action="${action}">${csrfField(csrf)}<input type="hidden" name="start_again" value="yes"><button type="submit" class="quiet">Sign in as somebody else</button></form>`,
  });
}

/** Says that an account requires a second factor that the person does not have yet. */
export function secondFactorFirstPage(): string {
  return layout({
    title: 'Second factor',
    content: html`<h1>A second factor is required</h1>
<p>An account of yours requires more than a password. <a href="/second-factor">Set up a passkey or one-time codes</a>; it takes a minute. Then connect the application again.</p>`,
  });
}
