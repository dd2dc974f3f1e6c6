import { choice } from './choice.ts';
import { type Html, type HtmlValue, html } from './html.ts';

export interface PickableWebsite {
  id: number;
  name: string;
  accountName: string;
}

export interface WebsitePickerOptions {
  legend: string;
  websites: readonly PickableWebsite[];
  /** As picked before; without it only a single website is picked already. */
  selectedIds?: readonly number[] | undefined;
  /** Of the element that says what is wrong with the choice. */
  errorId?: string | undefined;
  /** Below the last website. */
  footer?: HtmlValue;
}

/** Checkboxes named `website_ids`, account by account. */
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
${accountsOf(websites).map(
  ([accountName, group]) => html`<div class="group" role="group" aria-label="${accountName}">
<p class="group-name" aria-hidden="true">${accountName}</p>
${group.map(({ id, name }) => choice({ name: 'website_ids', value: id, text: name, aside: `#${id}`, isChecked: selected.has(id) }))}
</div>`,
)}
${footer}</fieldset>`;
}

function accountsOf(websites: readonly PickableWebsite[]): [string, PickableWebsite[]][] {
  const groups = new Map<string, PickableWebsite[]>();
  for (const website of websites) {
    const group = groups.get(website.accountName);
    if (group) group.push(website);
    else groups.set(website.accountName, [website]);
  }
  return [...groups];
}
