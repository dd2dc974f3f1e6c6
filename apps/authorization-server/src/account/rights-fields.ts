import type { MemberRole } from '@funnel/db';
import { parseId, type WebsiteId } from '@funnel/domain';
import { type AccountMembers, MEMBER_ROLES } from '@funnel/identity';
import { allOrSome, choice, type Html, html, textOf } from '@funnel/pages';

/** What each role may do; a role has the rights of those after it, too. */
const ROLE_TEXTS: Readonly<Record<MemberRole, string>> = {
  owner:
    'also invites and removes people, decides what they see, and ends the tokens and share links of everybody',
  member: 'also creates tokens, connects applications and shares reports, for the websites that they see',
  reader:
    'sees the reports and lets an assistant read them; creates no tokens, shares nothing and changes nothing',
};

/** What somebody may do, as a form chooses it. Null: all websites. */
export interface Rights {
  role: MemberRole;
  websiteIds: WebsiteId[] | null;
}

const NO_SUCH_RIGHTS = 'Choose a role and websites of the list. Nothing was changed.';
const NO_WEBSITE =
  'Select at least one website, or choose “All, also those added later”. To let somebody see nothing, remove them from the account. Nothing was changed.';

interface RightsFields extends Rights {
  legend: string;
  websites: AccountMembers['websites'];
}

/** Renders the fields of a form that chooses rights. `rightsOf` reads them. */
export function rightsFields({ legend, role, websiteIds, websites }: RightsFields): Html {
  return html`<fieldset class="choices roles"><legend>${legend}</legend>
${MEMBER_ROLES.toReversed().map((each) => choice({ type: 'radio', name: 'role', value: each, text: each, aside: ROLE_TEXTS[each], isChecked: each === role }))}
</fieldset>
<fieldset class="choices"><legend>Websites</legend>
${allOrSome(websiteIds === null)}
</fieldset>
${
  websites.length > 0 &&
  html`<fieldset class="choices some-websites"><legend>Only these websites</legend>
${websites.map(({ id, name }) => choice({ name: 'website_ids', value: id, text: name, aside: `#${id}`, isChecked: websiteIds?.includes(id) ?? false }))}
</fieldset>`
}`;
}

/** The rights that a form chooses, or what is wrong with them. Only who says so gives all websites: nothing selected is not all. */
export function rightsOf(body: unknown, account: AccountMembers): Rights | string {
  const role = MEMBER_ROLES.find((name) => name === textOf(body, 'role'));
  const asked = [((body ?? {}) as Record<string, unknown>)['website_ids'] ?? []].flat().map(parseId);
  const own = account.websites.map(({ id }) => id).filter((id) => asked.includes(id));
  if (!role || own.length < new Set(asked).size) return NO_SUCH_RIGHTS;
  const isAll = textOf(body, 'which') === 'all' || role === 'owner';
  return isAll || own.length > 0 ? { role, websiteIds: isAll ? null : own } : NO_WEBSITE;
}
