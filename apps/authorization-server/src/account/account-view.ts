import type { AccountMembers, CompanyLogin, OpenInvitation, WithdrawnPerson } from '@funnel/identity';
import { buttonForm, foldedForm, formatDay, type Html, html, optionsView } from '@funnel/pages';
import { TOKEN_LIFETIMES } from '../lifetimes.ts';
import type { PageViewer } from './account-page.ts';
import { companyForm } from './company-form.ts';
import { rightsFields } from './rights-fields.ts';

export interface AccountViewOptions extends PageViewer {
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

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

/** Renders an account for its owner: members with their rights, invitations, and the limit of tokens. */
export function accountView(account: AccountMembers, options: AccountViewOptions): Html {
  const { id, name, members } = account;
  const { csrf, person, invitations, companyLogins, withdrawn, server, now } = options;
  const open = invitations.filter(({ accountId }) => accountId === id);
  return html`<section class="panel" aria-labelledby="account-${id}">
<h2 id="account-${id}" class="name">${name}</h2>
<ul class="tokens">${members.map((member) => memberView(member, account, { csrf, isSelf: member.id === person.id, withdrawn: withdrawn.find(({ accountId, userId }) => accountId === id && userId === member.id) }))}</ul>
${open.length > 0 && html`<h3>Open invitations</h3><ul class="tokens">${open.map((each) => openInvitation(each, { csrf, now }))}</ul>`}
${inviteForm(account, csrf)}
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

function inviteForm({ id, name, websites }: AccountMembers, csrf: string): Html {
  return foldedForm({
    action: `/members/${id}/invite`,
    csrf,
    look: 'more',
    summary: `Invite somebody to ${name}`,
    content: html`<div class="field">
<label for="email-${id}">E-mail of the person</label>
<input id="email-${id}" name="email" type="email" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="254" required>
</div>
${rightsFields({ legend: 'As', role: 'member', websiteIds: null, websites })}`,
    button: 'Create an invitation link',
  });
}

function changeForm({ id, email, role, websiteIds }: Member, account: AccountMembers, csrf: string): Html {
  return foldedForm({
    action: `/members/${account.id}/change/${id}`,
    csrf,
    look: 'more',
    summary: 'Change',
    label: `Change the rights of ${email}`,
    content: rightsFields({ legend: 'As', role, websiteIds, websites: account.websites }),
    button: 'Change the rights',
  });
}

function removeForm({ id, email }: Member, account: AccountMembers, csrf: string): Html {
  return foldedForm({
    action: `/members/${account.id}/remove/${id}`,
    csrf,
    summary: 'Remove',
    label: `Remove ${email}`,
    content: html`<p>${email} loses the websites of ${account.name} immediately, also in tokens and connected applications.</p>`,
    button: 'Remove from the account',
  });
}

const LIVES = Object.values(TOKEN_LIFETIMES).map(({ text, seconds }) => ({
  text,
  value: seconds / DAY_SECONDS,
}));

function limitForm({ id, name, maxTokenDays: days }: AccountMembers, csrf: string): Html {
  const limit = days === null ? 'no limit' : `${days} days`;
  return foldedForm({
    action: `/members/${id}/token-life`,
    csrf,
    look: 'more',
    summary: `Longest life of tokens: ${LIVES.find(({ value }) => value === days)?.text ?? limit}`,
    content: html`<p>Tokens and applications that are older lose access to all of their websites.</p>
<div class="field"><label for="days-${id}">Tokens for websites of ${name} are valid for at most</label>
<select id="days-${id}" name="days"><option value="">no limit</option>${optionsView(LIVES, days)}</select></div>`,
    button: 'Set the limit',
  });
}

function secondFactorForm({ id, name, secondFactorRequired: isOn }: AccountMembers, csrf: string): Html {
  const text = isOn
    ? `Everybody in ${name} needs more than a password to sign in.`
    : `If it is required, everybody in ${name} must set one up before they see anything. Tokens that exist go on; revoke those that you do not trust.`;
  return foldedForm({
    action: `/members/${id}/second-factor`,
    csrf,
    look: 'more',
    summary: `Second factor: ${isOn ? 'required' : 'everybody decides'}`,
    content: html`<input type="hidden" name="required" value="${isOn ? 'no' : 'yes'}">
<p>${text}</p>`,
    button: isOn ? 'No longer require it' : 'Require a second factor',
  });
}

function openInvitation(
  { id, accountId, role, email, madeBy, expiresAt }: OpenInvitation,
  { csrf, now }: Pick<AccountViewOptions, 'csrf' | 'now'>,
): Html {
  const hours = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / HOUR_MS));
  return html`<li class="token">
<div class="token-head"><h4 class="break">${email}: made by ${madeBy}, ends in ${hours} ${hours === 1 ? 'hour' : 'hours'}</h4><span class="badge">${role}</span></div>
${buttonForm({ action: `/members/${accountId}/invitations/${id}/revoke`, csrf, text: 'Revoke the invitation', look: 'danger' })}
</li>`;
}
