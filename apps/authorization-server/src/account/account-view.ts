import {
  type AccountMembers,
  type CompanyLogin,
  GRACE_DAYS,
  MEMBER_ROLES,
  type MemberRole,
  type OpenInvitation,
  type WithdrawnPerson,
} from '@funnel/identity';
import { type Html, html } from '@funnel/pages';
import { TOKEN_LIFETIMES } from '../lifetimes.ts';
import { callbackOf } from '../company-login/company-callback.ts';
import { formatDay } from '../pages/format-time.ts';
import { choice, csrfField } from '../pages/form-fields.ts';

/** What the view needs beside the account. */
export interface AccountViewOptions {
  csrf: string;
  person: { id: number };
  /** Links that nobody has used. */
  invitations: readonly OpenInvitation[];
  /** Undefined where company logins are off. */
  companyLogins: readonly CompanyLogin[] | undefined;
  /** Members whom their company does not confirm any more. */
  withdrawn: readonly WithdrawnPerson[];
  /** The address of this server. */
  server: string;
  now: Date;
}

/** What each role may do; a role has the rights of those after it, too. */
const ROLE_TEXTS: Readonly<Record<MemberRole, string>> = {
  owner:
    'also invites and removes people, decides what they see, and ends the tokens and share links of everybody',
  member: 'also creates tokens, connects applications and shares reports, for the websites that they see',
  reader:
    'sees the reports and lets an assistant read them; creates no tokens, shares nothing and changes nothing',
};
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

/** Renders an account for its owner: members with their rights, invitations, and the limit of tokens. */
export function accountView(account: AccountMembers, options: AccountViewOptions): Html {
  const { id, name, members, websites } = account;
  const { csrf, person, invitations, companyLogins, withdrawn, server, now } = options;
  const open = invitations.filter(({ accountId }) => accountId === id);
  return html`<section class="panel" aria-labelledby="account-${id}">
<h2 id="account-${id}" class="name">${name}</h2>
<ul class="tokens">${members.map((member) => memberView(member, account, { csrf, isSelf: member.id === person.id, withdrawn: withdrawn.find(({ accountId, userId }) => accountId === id && userId === member.id) }))}</ul>
${open.length > 0 && html`<h3>Open invitations</h3><ul class="tokens">${open.map((each) => openInvitation(each, { csrf, now }))}</ul>`}
<details class="more"><summary>Invite somebody to ${name}</summary>
<form method="post" action="/members/${id}/invite" class="stack narrow">
${csrfField(csrf)}
<div class="field">
<label for="email-${id}">E-mail of the person</label>
<input id="email-${id}" name="email" type="email" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="254" required>
</div>
${rightsFields({ legend: 'As', role: 'member', websiteIds: null, websites })}
<button type="submit">Create an invitation link</button>
</form>
</details>
${limitForm(account, csrf)}
${secondFactorForm(account, csrf)}
${companyLogins && companyForm(account, { csrf, login: companyLogins.find(({ accountId }) => accountId === id), server })}
</section>`;
}

type Member = AccountMembers['members'][number];

function memberView(
  member: Member,
  account: AccountMembers,
  { csrf, isSelf, withdrawn }: { csrf: string; isSelf: boolean; withdrawn: WithdrawnPerson | undefined },
): Html {
  const { websiteIds, email, role } = member;
  return html`<li class="token">
<div class="token-head"><h3 class="break">${email}</h3><span class="badge">${role}</span>${member.hasSecondFactor && html`<span class="badge">second factor</span>`}</div>
${websiteIds && html`<p class="hint">Sees only ${websitesText(websiteIds, account)}.</p>`}
${!member.isVerified && html`<p class="hint">Nobody has confirmed that this address belongs to the person. Until the operator of this service does, no other account can admit them.</p>`}
${withdrawn && html`<p class="hint">${withdrawnText(withdrawn)}</p>`}
${!isSelf && [changeForm(member, account, csrf), removeForm(member, account, csrf)]}
</li>`;
}

/** Since when the company does not confirm somebody, and what becomes of it. */
function withdrawnText({ why, withdrawnAt, endsAt, stays }: WithdrawnPerson): string {
  const since = formatDay(withdrawnAt);
  const begin = {
    changed: `Has not signed in since the company login was changed on ${since}.`,
    refused: `The company no longer confirms this person since ${since}.`,
    unseen: `Has not signed in with the company login for a month (${since}).`,
  }[why];
  if (stays) return `${begin} Stays in the account, with another way to sign in or as its last owner.`;
  if (!endsAt) return `${begin} Nothing else ends before the company login works.`;
  return `${begin} Leaves the account on ${formatDay(endsAt)}, unless they sign in with the company login before.`;
}

function websitesText(ids: readonly number[], { websites }: AccountMembers): string {
  const names = websites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'no website' : names.join(', ');
}

function changeForm({ id, email, role, websiteIds }: Member, account: AccountMembers, csrf: string): Html {
  return html`<details class="more">
<summary aria-label="Change the rights of ${email}">Change</summary>
<form method="post" action="/members/${account.id}/change/${id}" class="stack narrow">
${csrfField(csrf)}
${rightsFields({ legend: 'As', role, websiteIds, websites: account.websites })}
<button type="submit">Change the rights</button>
</form>
</details>`;
}

interface RightsFields {
  legend: string;
  role: MemberRole;
  websiteIds: readonly number[] | null;
  websites: AccountMembers['websites'];
}

function rightsFields({ legend, role, websiteIds, websites }: RightsFields): Html {
  return html`<fieldset class="choices roles"><legend>${legend}</legend>
${MEMBER_ROLES.toReversed().map((each) => choice({ type: 'radio', name: 'role', value: each, text: each, aside: ROLE_TEXTS[each], isChecked: each === role }))}
</fieldset>
<fieldset class="choices"><legend>Websites</legend>
${choice({ type: 'radio', name: 'which', value: 'all', text: 'All, also those added later', isChecked: websiteIds === null })}
${choice({ type: 'radio', name: 'which', value: 'some', text: 'Only some', isChecked: websiteIds !== null })}
</fieldset>
${
  websites.length > 0 &&
  html`<fieldset class="choices some-websites"><legend>Only these websites</legend>
${websites.map(({ id, name }) => choice({ name: 'website_ids', value: id, text: name, aside: `#${id}`, isChecked: websiteIds?.includes(id) ?? false }))}
</fieldset>`
}`;
}

function limitForm({ id, name, maxTokenDays }: AccountMembers, csrf: string): Html {
  const lives = Object.values(TOKEN_LIFETIMES).map(({ text, seconds }) => ({
    text,
    days: seconds / DAY_SECONDS,
  }));
  return html`<details class="more"><summary>Longest life of tokens: ${lives.find(({ days }) => days === maxTokenDays)?.text ?? (maxTokenDays === null ? 'no limit' : `${maxTokenDays} days`)}</summary>
<form method="post" action="/members/${id}/token-life" class="stack narrow">
${csrfField(csrf)}
<p>Tokens and applications that are older lose access to all of their websites.</p>
<div class="field"><label for="days-${id}">Tokens for websites of ${name} are valid for at most</label>
<select id="days-${id}" name="days"><option value="">no limit</option>${lives.map(
    ({ text, days }) =>
      html`<option value="${days}"${days === maxTokenDays && html` selected`}>${text}</option>`,
  )}</select></div>
<button type="submit">Set the limit</button>
</form>
</details>`;
}

function secondFactorForm({ id, name, secondFactorRequired: isOn }: AccountMembers, csrf: string): Html {
  return html`<details class="more"><summary>Second factor: ${isOn ? 'required' : 'everybody decides'}</summary>
<form method="post" action="/members/${id}/second-factor" class="stack narrow">
${csrfField(csrf)}
<input type="hidden" name="required" value="${isOn ? 'no' : 'yes'}">
<p>${
    isOn
      ? `Everybody in ${name} needs more than a password to sign in.`
      : `If it is required, everybody in ${name} must set one up before they see anything. Tokens that exist go on; revoke those that you do not trust.`
  }</p>
<button type="submit">${isOn ? 'No longer require it' : 'Require a second factor'}</button>
</form>
</details>`;
}

function companyForm(
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

function openInvitation(
  { id, accountId, role, email, madeBy, expiresAt }: OpenInvitation,
  { csrf, now }: Pick<AccountViewOptions, 'csrf' | 'now'>,
): Html {
  const hours = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / HOUR_MS));
  return html`<li class="token">
<div class="token-head"><h4 class="break">${email}: made by ${madeBy}, ends in ${hours} ${hours === 1 ? 'hour' : 'hours'}</h4><span class="badge">${role}</span></div>
<form method="post" action="/members/${accountId}/invitations/${id}/revoke">
${csrfField(csrf)}
<button type="submit" class="danger">Revoke the invitation</button>
</form>
</li>`;
}

function removeForm({ id, email }: Member, account: AccountMembers, csrf: string): Html {
  return html`<details class="revoke">
<summary aria-label="Remove ${email}">Remove</summary>
<form method="post" action="/members/${account.id}/remove/${id}">
${csrfField(csrf)}
<p>${email} loses the websites of ${account.name} immediately, also in tokens and connected applications.</p>
<button type="submit" class="danger">Remove from the account</button>
</form>
</details>`;
}
