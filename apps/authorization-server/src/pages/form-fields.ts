import { type Html, type HtmlValue, html } from '@funnel/service';

/** The hidden field that protects a form against cross-site requests. */
export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** The error of a form, announced by screen readers. Inputs refer to it with `aria-describedby="error"`. */
export function errorNote(error: string | undefined): Html | undefined {
  if (!error) return undefined;
  return html`<p class="note error" id="error" role="alert">${error}</p>`;
}

/** A checkbox or radio button with its label. */
export interface ChoiceOptions {
  name: string;
  value: string | number;
  text: string;
  /** Shown after the text, less prominently. */
  aside?: string;
  isChecked: boolean;
  type?: 'checkbox' | 'radio';
}

/** Renders a choice; the whole line can be clicked. */
export function choice({ name, value, text, aside, isChecked, type = 'checkbox' }: ChoiceOptions): Html {
  return html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${isChecked && html` checked`}><span class="text">${text}</span>${aside && html`<span class="aside">${aside}</span>`}</label>`;
}

/** A website that a person can select. */
export interface PickableWebsite {
  id: number;
  name: string;
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

/** Renders checkboxes named `website_ids`, grouped by account. */
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
${groupByAccount(websites).map(
  ([accountName, group]) => html`<div class="group" role="group" aria-label="${accountName}">
<p class="group-name" aria-hidden="true">${accountName}</p>
${group.map(({ id, name, hasLegacyKey }) => choice({ name: 'website_ids', value: id, text: name, aside: hasLegacyKey ? `#${id} · ends its old API key` : `#${id}`, isChecked: selected.has(id) }))}
</div>`,
)}
${websites.some(({ hasLegacyKey }) => hasLegacyKey) && LEGACY_KEY_NOTE}
${footer}</fieldset>`;
}

const LEGACY_KEY_NOTE = html`<p class="hint">Some of these websites can still be read with an old API key (<code>api_key=…</code>). It stops working for each website that you select, so check first that nothing uses it.</p>`;

function groupByAccount(websites: readonly PickableWebsite[]): [string, PickableWebsite[]][] {
  const groups = new Map<string, PickableWebsite[]>();
  for (const website of websites) {
    const group = groups.get(website.accountName);
    if (group) group.push(website);
    else groups.set(website.accountName, [website]);
  }
  return [...groups];
}
