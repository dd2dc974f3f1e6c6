import { type Html, html, type HtmlValue } from '@funnel/pages';
import { choice } from './form-fields.ts';
import { WEBSITE_SEARCH } from './page-scripts.ts';

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

/** The script that searches, for the head of a page whose picker is long. Such a page needs `allowScript`. */
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
  const describedBy = errorId && html` aria-describedby="${errorId}"`;
  return html`<fieldset class="choices"${describedBy}>
<legend>${legend}</legend>
${websites.length > MAX_WITHOUT_SEARCH && SEARCH}
${groupByAccount(websites).map(
  ([{ accountId, accountName }, group]) => html`<div class="group" role="group" aria-label="${accountName}">
<p class="group-name" aria-hidden="true">${accountName}</p>
${group.length > 1 && choice({ name: 'account_ids', value: accountId, text: `All ${group.length} websites of ${accountName}`, aside: 'not those added later', isChecked: false })}
${group.map(({ id, name, hasLegacyKey }) => choice({ name: 'website_ids', value: id, text: name, aside: hasLegacyKey ? `#${id} · ends its old API key` : `#${id}`, isChecked: selected.has(id) }))}
</div>`,
)}
${websites.some(({ hasLegacyKey }) => hasLegacyKey) && LEGACY_KEY_NOTE}
${footer}</fieldset>`;
}

/** Hidden until its script shows it. It has no name, so that it is not sent. */
const SEARCH = html`<div class="field search" data-website-search hidden>
<label for="website-search">Search by name, number or account</label>
<input id="website-search" type="search" autocomplete="off" spellcheck="false">
<p class="hint" role="status"></p>
</div>`;

const LEGACY_KEY_NOTE = html`<p class="hint">Some of these websites can still be read with an old API key (<code>api_key=…</code>). It stops working for each website that you select, so check first that nothing uses it.</p>`;

/** In the order of the list. Two accounts may have the same name. */
function groupByAccount(websites: readonly PickableWebsite[]): [PickableWebsite, PickableWebsite[]][] {
  const groups = new Map<number, [PickableWebsite, PickableWebsite[]]>();
  for (const website of websites) {
    const group = groups.get(website.accountId);
    if (group) group[1].push(website);
    else groups.set(website.accountId, [website, [website]]);
  }
  return [...groups.values()];
}
