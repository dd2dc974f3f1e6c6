import { RESOURCE_SCOPES, type Scope } from '@funnel/domain';
import { TOKEN_LIFETIMES } from '../lifetimes.ts';
import { choice, csrfField } from '../pages/form-fields.ts';
import { type PickableWebsite, websitePicker } from '../pages/website-picker.ts';
import { type Html, html } from '@funnel/pages';
import { RESOURCE_KINDS, RESOURCES, SCOPE_TEXTS } from '../resources.ts';
import {
  TOKEN_NAME_MAX_LENGTH,
  type TokenField,
  type TokenFormErrors,
  type TokenFormInput,
} from './token-form.ts';

/** What the form shows. */
export interface TokenFormOptions {
  csrf: string;
  formId: string;
  websites: readonly PickableWebsite[];
  /** The websites of the person's newest token. */
  lastWebsiteIds?: readonly number[] | undefined;
  /** The previous input, when it had errors. */
  input?: TokenFormInput | undefined;
  errors?: TokenFormErrors | undefined;
}

/** The first of each service; those of the services that are not chosen are ignored. */
const DEFAULT_SCOPES: readonly string[] = [RESOURCE_SCOPES.rest[0], RESOURCE_SCOPES.intake[0]];

/** A token may have `ctas:write`, but no endpoint needs it. */
const OFFERED_REST_SCOPES = RESOURCE_SCOPES.rest.filter((scope) => scope !== 'ctas:write');

/** Renders the form for a new token. The style sheet hides the permissions of the services that are not chosen. */
export function tokenFormView(options: TokenFormOptions): Html {
  const { csrf, formId, websites, lastWebsiteIds, input, errors = {} } = options;
  const error = (field: TokenField) => fieldError(field, errors);
  const describedBy = (field: TokenField) =>
    errors[field] && html` aria-describedby="${field}-error" aria-invalid="true"`;
  const scopeChoice = (scope: Scope) =>
    choice({
      name: 'scopes',
      value: scope,
      text: SCOPE_TEXTS[scope],
      aside: scope,
      isChecked: (input?.scopes ?? DEFAULT_SCOPES).includes(scope),
    });
  const resource = input?.resource ?? 'rest';
  const life = input?.life ?? '30d';
  return html`<form method="post" action="/tokens" class="stack token-form">
${csrfField(csrf)}
<input type="hidden" name="form_id" value="${formId}">
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="off" maxlength="${TOKEN_NAME_MAX_LENGTH}" required placeholder="Weekly export" value="${input?.name}"${describedBy('name')}>
${error('name')}
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
${error('resource')}
</fieldset>
${websitePicker({
  legend: 'Websites',
  websites,
  selectedIds: input?.websiteIds ?? lastWebsiteIds,
  errorId: errors.website_ids && 'website_ids-error',
  footer: error('website_ids'),
})}
<fieldset class="choices scopes"${describedBy('scopes')}>
<legend>Permissions</legend>
<div class="rest">${OFFERED_REST_SCOPES.map(scopeChoice)}</div>
<div class="intake">${RESOURCE_SCOPES.intake.map(scopeChoice)}</div>
${error('scopes')}
</fieldset>
<div class="field">
<label for="life">Expires after</label>
<select id="life" name="life"${describedBy('life')}>
${Object.entries(TOKEN_LIFETIMES).map(([key, { text }]) => html`<option value="${key}"${key === life && html` selected`}>${text}</option>`)}
</select>
${error('life')}
</div>
<button type="submit" class="primary">Create token</button>
</form>`;
}

function fieldError(field: TokenField, errors: TokenFormErrors): Html | undefined {
  const text = errors[field];
  return text === undefined ? undefined : html`<p class="field-error" id="${field}-error">${text}</p>`;
}
