import { type Html, html, type HtmlValue } from '../html.ts';
import { choice } from './form-parts.ts';
import { WEBSITE_SEARCH } from './form-scripts.ts';

/** A website that a person can select. */
export interface PickableWebsite {
  id: number;
  name: string;
  accountId: number;
  accountName: string;
  /** Its API key of the old kind still works, and ends with its first token. */
  hasLegacyKey?: boolean;
}

/** The websites to show and which of them are selected. */
export interface WebsitePickerOptions {
  legend: string;
  websites: readonly PickableWebsite[];
  /** The previous selection. Without it, a single website is selected and several are not. */
  selectedIds?: readonly number[] | undefined;
  /** The id of the element with the error of this field. */
  errorId?: string | undefined;
  /** Shown below the last website. */
  footer?: HtmlValue;
}

/** With more websites, the picker has a search field. */
const MAX_WITHOUT_SEARCH = 10;

/** The script that searches, for the head of a page whose picker is long. */
export function searchScript(websites: readonly PickableWebsite[]): Html | undefined {
  if (websites.length <= MAX_WITHOUT_SEARCH) return undefined;
  return html`<script src="${WEBSITE_SEARCH.path}" defer></script>
`;
}

/**
 * Renders checkboxes grouped by account: `website_ids`, and `account_ids` for all that an account has today.
 * `selectedWebsiteIds` reads them.
 */
export function websitePicker({
  legend,
  websites,
  selectedIds,
  errorId,
  footer,
}: WebsitePickerOptions): Html {
  const selected = new Set(selectedIds ?? (websites.length === 1 ? websites.map(({ id }) => id) : []));
  const accountIds = [...new Set(websites.map(({ accountId }) => accountId))];
  const describedBy = errorId && html` aria-describedby="${errorId}"`;
  return html`<fieldset class="choices"${describedBy}>
<legend>${legend}</legend>
${websites.length > MAX_WITHOUT_SEARCH && SEARCH}
${accountIds.map((id) =>
  accountView(
    websites.filter(({ accountId }) => accountId === id),
    selected,
  ),
)}
${websites.some(({ hasLegacyKey }) => hasLegacyKey) && LEGACY_KEY_NOTE}
${footer}</fieldset>`;
}

function accountView(group: readonly PickableWebsite[], selected: ReadonlySet<number>): Html {
  const { accountId = 0, accountName = '' } = group[0] ?? {};
  return html`<div class="group" role="group" aria-label="${accountName}">
<p class="group-name" aria-hidden="true">${accountName}</p>
${group.length > 1 && choice({ name: 'account_ids', value: accountId, text: `All ${group.length} websites of ${accountName}`, aside: 'not those added later', isChecked: false })}
${group.map(({ id, name, hasLegacyKey }) => choice({ name: 'website_ids', value: id, text: name, aside: hasLegacyKey ? `#${id} · ends its old API key` : `#${id}`, isChecked: selected.has(id) }))}
</div>`;
}

/** Hidden until its script shows it. It has no name, so that it is not sent. */
const SEARCH = html`<div class="field search" data-website-search hidden>
<label for="website-search">Search by name, number or account</label>
<input id="website-search" type="search" autocomplete="off" spellcheck="false">
<p class="hint" role="status"></p>
</div>`;

const LEGACY_KEY_NOTE = html`<p class="hint">Some of these websites can still be read with an old API key (<code>api_key=…</code>). It stops working for each website that you select, so check first that nothing uses it.</p>`;

/** Renders whether it is about all websites or only some; the style sheet hides the picker in the first case. */
export function allOrSome(isAll: boolean): Html {
  return html`${choice({ type: 'radio', name: 'which', value: 'all', text: 'All, also those added later', isChecked: isAll })}
${choice({ type: 'radio', name: 'which', value: 'some', text: 'Only some', isChecked: !isAll })}`;
}

/** Shown instead of the picker to a person without websites. */
export const NO_WEBSITES = html`<div class="note"><p><strong>You have no websites.</strong></p>
<p>You are not a member of an account with a website. Ask an administrator to add you to one, then try again.</p></div>`;
