import type { SecondFactor } from '@funnel/identity';
import { csrfField, foldedForm, formatTime, type Html, html } from '@funnel/pages';
import { renderSVG } from 'uqr';
import { accountPage, type PageViewer } from '../account/account-page.ts';
import { PASSKEY_SCRIPT, passkeyButton } from '../pages/passkey-button.ts';
import { codeAddress } from './one-time-codes.ts';

export interface SecondFactorPageOptions extends PageViewer {
  person: PageViewer['person'] & { isTooWeak: boolean };
  factors: readonly SecondFactor[];
  recoveryCodesLeft: number;
  /** What the browser needs to make a passkey, if the address of this server can have any. */
  passkeyOptions: object | undefined;
  /** The secret of an application that could be added. */
  newSecret: string | undefined;
  notice?: string | undefined;
  error?: string | undefined;
}

const KINDS = { passkey: 'passkey', code: 'one-time codes' } as const;
const TOO_WEAK = html`<p class="note" role="status">An account of yours requires a second factor. Add one to go on.</p>`;

export function secondFactorPage(options: SecondFactorPageOptions): string {
  const { person, factors, notice, error, passkeyOptions } = options;
  return accountPage('/second-factor', options, {
    title: 'Second factor',
    head: passkeyOptions && PASSKEY_SCRIPT,
    lead: 'With a second factor, somebody who learns your password still cannot sign in.',
    notice,
    error,
    content: html`${person.isTooWeak && TOO_WEAK}
${factors.length > 0 && ownView(options)}
${passkeyView(options)}
${codeView(options)}`,
  });
}

function ownView({ csrf, factors, recoveryCodesLeft }: SecondFactorPageOptions): Html {
  const recovery = foldedForm({
    action: '/second-factor/recovery-codes',
    csrf,
    look: 'more',
    summary: `Recovery codes: ${recoveryCodesLeft} left`,
    content: html`<p>New codes replace all old ones.</p>
${passwordField('recovery')}`,
    button: 'Make new recovery codes',
  });
  return html`<section class="panel" aria-labelledby="own"><h2 id="own">Yours</h2>
<ul class="tokens">${factors.map((factor) => factorView(factor, csrf))}</ul>
${recovery}
</section>`;
}

function factorView({ id, kind, name, createdAt, lastUsedAt }: SecondFactor, csrf: string): Html {
  const remove = foldedForm({
    action: `/second-factor/${id}/remove`,
    csrf,
    summary: 'Remove',
    label: `Remove ${name}`,
    content: passwordField(`remove-${id}`),
    button: 'Remove',
  });
  return html`<li class="token">
<div class="token-head"><h3 class="break">${name}</h3><span class="badge">${KINDS[kind]}</span></div>
<p class="hint">Added ${formatTime(createdAt)}${lastUsedAt && html` · last used ${formatTime(lastUsedAt)}`}</p>
${remove}
</li>`;
}

function passkeyView({ csrf, passkeyOptions }: SecondFactorPageOptions): Html {
  return html`<section class="panel" aria-labelledby="passkey"><h2 id="passkey">Add a passkey</h2>
<p>Your phone, your computer or a security key shows that it is you. It cannot be used on a page that only looks like this one.</p>
${
  passkeyOptions
    ? html`<form method="post" action="/second-factor/passkeys" class="stack narrow">
${csrfField(csrf)}
${nameField('passkey', 'My laptop')}
${passwordField('passkey')}
${passkeyButton('create', 'Add a passkey', passkeyOptions)}
<noscript><p class="hint">Passkeys need JavaScript in this browser.</p></noscript>
</form>`
    : html`<p class="empty">Passkeys need an address with a name, such as https://auth.example.com. This server has only a number.</p>`
}
</section>`;
}

function codeView({ csrf, person, factors, newSecret }: SecondFactorPageOptions): Html | undefined {
  if (factors.some(({ kind }) => kind === 'code')) return undefined;
  return html`<section class="panel" aria-labelledby="codes"><h2 id="codes">Add one-time codes</h2>
<p>An application on your phone shows a new code every half minute.</p>
${
  newSecret
    ? html`<form method="post" action="/second-factor/codes" class="stack narrow">
${csrfField(csrf)}
<input type="hidden" name="secret" value="${newSecret}">
<p>Scan this picture with the application, or enter the key by hand.</p>
<img class="qr" alt="The key as a square picture for the application" width="180" height="180" src="data:image/svg+xml;base64,${picture(codeAddress(newSecret, person.email))}">
<p><code class="break">${newSecret.match(/.{4}/g)?.join(' ')}</code></p>
${nameField('codes', 'My phone')}
<div class="field"><label for="code">Code that the application shows now</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required></div>
${passwordField('codes')}
<button type="submit" class="primary">Add one-time codes</button>
</form>`
    : html`<p class="empty">The operator of this service has not set up one-time codes. Use a passkey.</p>`
}
</section>`;
}

function picture(address: string): string {
  return Buffer.from(renderSVG(address, { border: 2 })).toString('base64');
}

function nameField(key: string, example: string): Html {
  return html`<div class="field"><label for="name-${key}">Name, to tell it from others</label>
<input id="name-${key}" name="name" type="text" maxlength="60" required autocomplete="off" value="${example}"></div>`;
}

function passwordField(key: string): Html {
  return html`<div class="field"><label for="password-${key}">Your password</label>
<input id="password-${key}" name="password" type="password" autocomplete="current-password" maxlength="1024" required></div>`;
}

export function recoveryCodesPage(viewer: PageViewer, codes: readonly string[]): string {
  return accountPage('/second-factor', viewer, {
    title: 'Recovery codes',
    content: html`<section class="panel">
<p>Print these or keep them where you keep your passwords. Each works once, in place of the second factor, for the day when you have lost it. They are shown only now.</p>
<ol class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p><a href="/second-factor">I have kept them</a></p>
</section>`,
  });
}
