import type { AccountMembers, Application, PersonalToken } from '@funnel/identity';
import { COPY_SCRIPT, html, type Html, newSecretView } from '@funnel/pages';
import type { ResourceUris } from '../resources.ts';
import { tokenListView } from '../token-page/token-list-view.ts';
import { accountPage } from './account-page.ts';
import { accountView, type AccountViewOptions } from './account-view.ts';
import { applicationListView } from './application-list-view.ts';

export interface MembersPageOptions extends AccountViewOptions {
  accounts: readonly AccountMembers[];
  /** What other members have that can reach websites of these accounts. */
  tokens: readonly (PersonalToken & { email: string })[];
  applications: readonly Application[];
  /** Made by the operator, for websites of these accounts. */
  serviceTokens: readonly PersonalToken[];
  resources: ResourceUris;
  invitation?: { url: string; email: string; accountName: string } | undefined;
  notice?: string | undefined;
  error?: string | undefined;
}

/** Renders the accounts that a person owns: members, invitations, and what members have created. */
export function membersPage(options: MembersPageOptions): string {
  const { accounts, invitation, notice, error } = options;
  return accountPage('/members', options, {
    title: 'Members',
    head: invitation && COPY_SCRIPT,
    lead: 'The people who share the websites of your accounts, and what they have created.',
    notice,
    error,
    content: html`${invitation && invitationView(invitation)}
${accounts.length > 0 ? accounts.map((account) => accountView(account, options)) : NOT_AN_OWNER}
${accounts.length > 0 && createdView(options)}`,
  });
}

const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You do not own an account. Its owner can invite people and see the tokens of everybody.</p></section>`;

function invitationView({ url, email, accountName }: NonNullable<MembersPageOptions['invitation']>): Html {
  return newSecretView({
    id: 'link',
    title: html`Invitation to <span class="name">${accountName}</span>`,
    hint: html`Send this link to <strong class="break">${email}</strong>. It works once, for this address, within two days, and is shown only now.`,
    label: 'Link',
    secret: url,
  });
}

function createdView(options: MembersPageOptions): Html {
  const { accounts, tokens, applications, serviceTokens } = options;
  const websites = accounts.flatMap((account) => account.websites);
  return html`<section class="panel" aria-labelledby="created"><h2 id="created">Tokens and applications of members</h2>
<p>Ending one of them ends it for all of its websites.</p>
${
  tokens.length > 0 &&
  html`<h3>Tokens</h3>${tokenListView({
    ...options,
    websites,
    actionOf: ({ id }) => `/members/tokens/${id}/revoke`,
    ownerOf: ({ id }) => tokens.find((token) => token.id === id)?.email,
  })}`
}
${
  applications.length > 0 &&
  html`<h3>Applications</h3>${applicationListView({
    ...options,
    websites,
    withOwner: true,
    actionOf: ({ id }) => `/members/applications/${id}/disconnect`,
  })}`
}
${tokens.length + applications.length === 0 && html`<p class="empty">The other members have none.</p>`}
</section>
${
  serviceTokens.length > 0 &&
  html`<section class="panel" aria-labelledby="service-tokens"><h2 id="service-tokens">Service tokens</h2>
<p>The operator of this service has made these for your websites. Ask the operator to end one.</p>
${tokenListView({ ...options, tokens: serviceTokens, websites, actionOf: () => undefined, ownerOf: () => 'the operator' })}
</section>`
}`;
}
