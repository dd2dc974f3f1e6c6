import { SCOPES } from '@funnel/domain';
import { choice } from '../pages/choice.ts';
import { type Html, html } from '../pages/html.ts';
import { csrfField } from '../pages/layout.ts';
import { SCOPE_TEXTS } from '../pages/scope-texts.ts';
import { type PickableWebsite, websitePicker } from '../pages/website-picker.ts';
import { LIVES } from './lives.ts';
import { RESOURCE_KINDS, RESOURCES } from './resources.ts';
import type { EnteredToken, TokenFaults, TokenField } from './token-form.ts';

export interface TokenFormOptions {
  csrf: string;
  formId: string;
  websites: readonly PickableWebsite[];
  entered?: EnteredToken | undefined;
  faults?: TokenFaults | undefined;
}

export function tokenFormView({ csrf, formId, websites, entered, faults = {} }: TokenFormOptions): Html {
  const fault = (field: TokenField) => faultNote(field, faults);
  const describedBy = (field: TokenField) =>
    faults[field] && html` aria-describedby="${field}-error" aria-invalid="true"`;
  const resource = entered?.resource ?? 'rest';
  const life = entered?.life ?? '30d';
  return html`<form method="post" action="/tokens" class="stack token-form">
${csrfField(csrf)}
<input type="hidden" name="form_id" value="${formId}">
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="off" maxlength="80" required placeholder="Weekly export" value="${entered?.name}"${describedBy('name')}>
${fault('name')}
</div>
<fieldset class="choices">
<legend>For</legend>
${RESOURCE_KINDS.map((kind) =>
  choice({
    type: 'radio',
    name: 'resource',
    value: kind,
    text: RESOURCES[kind].name,
    aside: RESOURCES[kind].hint,
    isChecked: kind === resource,
  }),
)}
${fault('resource')}
</fieldset>
${websitePicker({
  legend: 'Websites',
  websites,
  selectedIds: entered?.websiteIds,
  errorId: faults.website_ids && 'website_ids-error',
  footer: fault('website_ids'),
})}
<fieldset class="choices scopes"${describedBy('scopes')}>
<legend>Permissions</legend>
${SCOPES.map((scope) => choice({ name: 'scopes', value: scope, text: SCOPE_TEXTS[scope], aside: scope, isChecked: entered ? entered.scopes.includes(scope) : scope === 'reports' }))}
${fault('scopes')}
</fieldset>
<div class="field">
<label for="life">Works for</label>
<select id="life" name="life"${describedBy('life')}>
${Object.entries(LIVES).map(([key, { text }]) => html`<option value="${key}"${key === life && html` selected`}>${text}</option>`)}
</select>
${fault('life')}
</div>
<button type="submit" class="primary">Create token</button>
</form>`;
}

function faultNote(field: TokenField, faults: TokenFaults): Html | undefined {
  const text = faults[field];
  return text === undefined ? undefined : html`<p class="fault" id="${field}-error">${text}</p>`;
}
