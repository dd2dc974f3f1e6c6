import type { UserWebsite } from '@funnel/identity';
import { type Html, html } from '@funnel/pages';
import { csrfField } from '../pages/form-fields.ts';
import { LINK_LIFETIMES } from './link-lifetimes.ts';
import {
  LINK_NAME_MAX_LENGTH,
  LINK_PASSWORD_MAX_LENGTH,
  LINK_PASSWORD_MIN_LENGTH,
  type ShareField,
  type ShareFormErrors,
  type ShareFormInput,
} from './share-form.ts';

/** What the form shows. */
export interface ShareFormOptions {
  csrf: string;
  formId: string;
  /** Those that the person may share. */
  websites: readonly UserWebsite[];
  /** What an address or an earlier attempt has filled in. */
  input?: Partial<ShareFormInput> | undefined;
  errors?: ShareFormErrors | undefined;
}

/** Renders the form for a new link. */
export function shareFormView({ csrf, formId, websites, input, errors = {} }: ShareFormOptions): Html {
  const error = (field: ShareField) =>
    errors[field] && html`<p class="field-error" id="${field}-error">${errors[field]}</p>`;
  const describedBy = (field: ShareField, hint = '') => {
    const ids = [errors[field] && `${field}-error`, hint].filter(Boolean).join(' ');
    return html`${ids && html` aria-describedby="${ids}"`}${errors[field] && html` aria-invalid="true"`}`;
  };
  const life = input?.life ?? '30d';
  return html`<form method="post" action="/share-links" class="stack">
${csrfField(csrf)}
<input type="hidden" name="form_id" value="${formId}">
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="off" maxlength="${LINK_NAME_MAX_LENGTH}" required placeholder="Monthly review" value="${input?.name}"${describedBy('name', 'name-hint')}>
<p class="hint" id="name-hint">For your list. Whoever opens the link does not see it.</p>
${error('name')}
</div>
<div class="field">
<label for="website">Website</label>
<select id="website" name="website" required${describedBy('website')}>
${websites.length > 1 && html`<option value="">Choose a website</option>`}
${websites.map(({ id, name, accountName }) => html`<option value="${id}"${String(id) === input?.website && html` selected`}>${name} (${accountName})</option>`)}
</select>
${error('website')}
</div>
<div class="field">
<label for="campaign">Only this campaign</label>
<input id="campaign" name="campaign" type="text" inputmode="numeric" autocomplete="off" maxlength="10" placeholder="All campaigns" value="${input?.campaign}"${describedBy('campaign', 'campaign-hint')}>
<p class="hint" id="campaign-hint">Its number, as in the address of its page. Leave it empty to share the whole website.</p>
${error('campaign')}
</div>
<div class="field">
<label for="life">Expires after</label>
<select id="life" name="life"${describedBy('life')}>
${Object.entries(LINK_LIFETIMES).map(([key, { text }]) => html`<option value="${key}"${key === life && html` selected`}>${text}</option>`)}
</select>
${error('life')}
</div>
<div class="field">
<label for="password">Password, if you want one</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${LINK_PASSWORD_MIN_LENGTH}" maxlength="${LINK_PASSWORD_MAX_LENGTH}"${describedBy('password', 'password-hint')}>
<p class="hint" id="password-hint">Tell it to people in another way than the link. It cannot be shown again.</p>
${error('password')}
</div>
<button type="submit" class="primary">Create link</button>
</form>`;
}
