import { type AccountMembers, type CompanyLogin, GRACE_DAYS } from '@funnel/identity';
import { choice, csrfField, html, type Html } from '@funnel/pages';
import { callbackOf } from '../company-login/company-callback.ts';
import { rightsFields } from './rights-fields.ts';

/** Renders the company login of an account, which an owner can change and remove. `server` is the address of this server. */
export function companyForm(
  { id, name, websites }: AccountMembers,
  { csrf, login, server }: { csrf: string; login: CompanyLogin | undefined; server: string },
): Html {
  const state = login ? (login.isVerified ? `on for ${login.domain}` : 'waits for the operator') : 'off';
  const isShared = login && !login.hasOwnCallback;
  const callback = `${server}${callbackOf({ accountId: id, hasOwnCallback: true })}`;
  const field = (key: string, label: string, value: string | undefined, example: string) =>
    html`<div class="field"><label for="${key}-${id}">${label}</label>
<input id="${key}-${id}" name="${key}" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="1024" required value="${value}" placeholder="${example}"></div>`;
  return html`<details class="more"><summary>Company login: ${state}</summary>
<form method="post" action="/members/${id}/company-login" class="stack narrow">
${csrfField(csrf)}
<p>People of ${name} sign in at your own provider (OpenID Connect). Register this redirect address there: <code class="break">${callback}</code></p>
${isShared && OLD_CALLBACK}
${login && !login.isVerified && html`<p class="hint">The operator of this service must confirm that ${login.domain} belongs to you. Until then it does not work.</p>`}
${field('issuer', 'Address of the provider (issuer)', login?.issuer, 'https://login.example.com')}
${field('client_id', 'Client ID', login?.clientId, '')}
<div class="field"><label for="client_secret-${id}">Client secret${login && '; empty to keep it'}</label>
<input id="client_secret-${id}" name="client_secret" type="password" autocomplete="off" maxlength="1024"${!login && html` required`}></div>
${field('domain', 'Domain of your e-mail addresses', login?.domain, 'example.com')}
${rightsFields({ legend: 'Who signs in for the first time joins as', role: login?.role ?? 'reader', websiteIds: login?.websiteIds ?? null, websites })}
${isShared && html`<fieldset class="choices"><legend>Redirect address</legend>${choice({ name: 'own_callback', value: 'yes', text: 'I have registered the new redirect address', aside: 'people come back there from now on', isChecked: false })}</fieldset>`}
${login && CHANGE_TEXT}
<button type="submit">Save the company login</button>
</form>
${
  login &&
  html`<form method="post" action="/members/${id}/company-login/remove">${csrfField(csrf)}<p>Everybody who came by it is signed out, and needs a password of their own, for which the operator makes a link. Nobody leaves the account.</p><button type="submit" class="danger">Remove the company login</button></form>`
}
</details>`;
}

const CHANGE_TEXT = html`<div class="hint"><p>With another provider or client ID, everybody who came by the company login is signed out as soon as you save. The operator must confirm the domain again if the provider or the domain changes; nobody can sign in by it before.</p>
<p>From then on people have ${GRACE_DAYS} days to sign in anew, with the same address, verified there and here. Their tokens, share links and embeds go on. Who has not signed in by then leaves the account with all of that, but for people with a password or a passkey here and for the last owner.</p>
<p>Within these days you can take it back: enter the former provider and client ID again. Everything is as it was, once the redirect address of this page is registered there.</p></div>`;

const OLD_CALLBACK = html`<p class="hint">You have registered an older address, which other accounts use, too. It goes on working with a provider that says who it is when it sends people back (“iss”, RFC 9207). With any other nobody can sign in by it any more: register the new address there, then say so below.</p>`;
