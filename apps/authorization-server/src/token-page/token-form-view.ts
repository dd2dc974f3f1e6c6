import { DASHBOARD_SCOPES, RESOURCE_SCOPES, type Scope } from '@funnel/domain';
import { TOKEN_LIFETIMES } from '../lifetimes.ts';
import {
  choice,
  csrfField,
  fieldsOf,
  type Html,
  html,
  optionsOf,
  type PickableWebsite,
  websitePicker,
} from '@funnel/pages';
import { RESOURCE_KINDS, RESOURCES, SCOPE_TEXTS } from '../resources.ts';
import { TOKEN_NAME_MAX_LENGTH, type TokenFormErrors, type TokenFormInput } from './token-form.ts';

export interface TokenFormOptions {
  csrf: string;
  formId: string;
  websites: readonly PickableWebsite[];
  lastWebsiteIds?: readonly number[] | undefined;
  /** The previous input, when it had errors. */
  input?: TokenFormInput | undefined;
  errors?: TokenFormErrors | undefined;
}

/** The first of each service; those of the services that are not chosen are ignored. */
const DEFAULT_SCOPES: readonly string[] = [RESOURCE_SCOPES.rest[0], RESOURCE_SCOPES.intake[0]];

/** A token may have `ctas:write`, but no endpoint needs it. */
const OFFERED_REST_SCOPES = RESOURCE_SCOPES.rest.filter(
  (scope) => scope !== 'ctas:write' && !DASHBOARD_SCOPES.includes(scope),
);

/** Renders the form for a new token. The style sheet hides the permissions of the services that are not chosen. */
export function tokenFormView(options: TokenFormOptions): Html {
  const { csrf, formId, websites, lastWebsiteIds, input, errors = {} } = options;
  const { error, about, field, select } = fieldsOf(errors);
  const scopeChoice = (scope: Scope) =>
    choice({
      name: 'scopes',
      value: scope,
      text: SCOPE_TEXTS[scope],
      aside: scope,
      isChecked: (input?.scopes ?? DEFAULT_SCOPES).includes(scope),
    });
  const services = RESOURCE_KINDS.map((kind) =>
    choice({
      type: 'radio',
      name: 'resource',
      value: kind,
      text: RESOURCES[kind].name,
      aside: RESOURCES[kind].hint,
      isChecked: kind === (input?.resource ?? 'rest'),
    }),
  );
  const picker = websitePicker({
    legend: 'Websites',
    websites,
    selectedIds: input?.websiteIds ?? lastWebsiteIds,
    errorId: errors.website_ids && 'website_ids-error',
    footer: error('website_ids'),
  });
  return html`<form method="post" action="/tokens" class="stack token-form">
${csrfField(csrf)}
<input type="hidden" name="form_id" value="${formId}">
${field('name', { label: 'Name' }, (is) => html`<input${is} type="text" autocomplete="off" maxlength="${TOKEN_NAME_MAX_LENGTH}" required placeholder="Weekly export" value="${input?.name}">`)}
<fieldset class="choices">
<legend>For</legend>
${services}
${error('resource')}
</fieldset>
${picker}
<fieldset class="choices scopes"${about('scopes')}>
<legend>Permissions</legend>
<div class="rest">${OFFERED_REST_SCOPES.map(scopeChoice)}</div>
<div class="intake">${RESOURCE_SCOPES.intake.map(scopeChoice)}</div>
${error('scopes')}
</fieldset>
${select('life', { label: 'Expires after' }, optionsOf(TOKEN_LIFETIMES), input?.life ?? '30d')}
<button type="submit" class="primary">Create token</button>
</form>`;
}
