import type {
  AccountMembers,
  Application,
  CompanyLogin,
  OpenInvitation,
  PersonalToken,
  WithdrawnPerson,
} from '@funnel/identity';
import { COPY_SCRIPT, copyButton, type Html, html, layout } from '@funnel/pages';
import { errorNote } from '../pages/form-fields.ts';
import type { ResourceUris } from '../resources.ts';
import { tokenListView } from '../token-page/token-list-view.ts';
import { accountHeader, type HeaderPerson } from './account-header.ts';
import { accountView } from './account-view.ts';
import { applicationListView } from './application-list-view.ts';

/** A token of a member. */
type MemberToken = PersonalToken & { email: string };

/** What the page shows. */
export interface MembersPageOptions {
  csrf: string;
  person: HeaderPerson & { id: number };
  accounts: readonly AccountMembers[];
  /** Links to these accounts that nobody has used. */
  invitations: readonly OpenInvitation[];
  /** Undefined where company logins are off. */
  companyLogins: readonly CompanyLogin[] | undefined;
  /** Members whom their company does not confirm any more. */
  withdrawn: readonly WithdrawnPerson[];
  /** The address of this server. */
  server: string;
  /** What other members have that can reach websites of these accounts. */
  tokens: readonly MemberToken[];
  applications: readonly Application[];
  /** Made by the operator, for websites of these accounts. */
  serviceTokens: readonly PersonalToken[];
  resources: ResourceUris;
  now: Date;
  /** A link that was just made. */
  invitation?: MadeInvitation | undefined;
  notice?: MembersNotice | undefined;
  error?: string | undefined;
}

interface MadeInvitation {
  url: string;
  email: string;
  accountName: string;
}

/** Messages about what has just happened, by the value of `notice` in the address. */
export const MEMBERS_NOTICES = {
  removed: 'The person was removed from the account and has lost its websites.',
  changed: 'The rights were changed. What the person has granted beyond them has ended.',
  limited: 'The longest life of tokens was changed, also for the tokens that exist.',
  'second-factor': 'It was changed whether a second factor is required.',
  company: 'The company login was saved. It works when the operator has confirmed the domain.',
  'company-removed': 'The company login was removed. People who came by it need a password.',
  uninvited: 'The invitation was revoked and its link no longer works.',
  revoked: 'The token was revoked and no longer works.',
  disconnected: 'The application was disconnected and has lost access.',
} as const;

/** A key of `MEMBERS_NOTICES`. */
export type MembersNotice = keyof typeof MEMBERS_NOTICES;

/** Renders the accounts that a person owns: members, invitations, and what members have created. */
export function membersPage(options: MembersPageOptions): string {
  const { csrf, person, accounts, invitation, notice, error } = options;
  return layout({
    title: 'Members',
    width: 'wide',
    ...(invitation && { head: COPY_SCRIPT }),
    header: accountHeader('/members', { person, csrf }),
    content: html`<h1>Members</h1>
<p class="lead">The people who share the websites of your accounts, and what they have created.</p>
${notice && html`<p class="note" role="status">${MEMBERS_NOTICES[notice]}</p>`}
${errorNote(error)}
${invitation && invitationView(invitation)}
${accounts.length > 0 ? accounts.map((account) => accountView(account, options)) : NOT_AN_OWNER}
${accounts.length > 0 && createdView(options)}`,
  });
}

const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You do not own an account. Its owner can invite people and see the tokens of everybody.</p></section>`;

function invitationView({ url, email, accountName }: MadeInvitation): Html {
  return html`<section class="note success" aria-labelledby="invitation">
<h2 id="invitation">Invitation to <span class="name">${accountName}</span></h2>
<p id="invitation-hint">Send this link to <strong class="break">${email}</strong>. It works once, for this address, within two days, and is shown only now.</p>
<div class="field">
<label for="link">Link</label>
<input id="link" class="secret" type="text" readonly autofocus autocomplete="off" spellcheck="false" value="${url}" aria-describedby="invitation-hint">
${copyButton('link')}
</div>
</section>`;
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
