import { csrfField, fieldsOf, type Html, html, optionsOf, optionsView } from '@funnel/pages';
import {
  LINK_LIFETIMES,
  LINK_NAME_MAX_LENGTH,
  LINK_PASSWORD_MAX_LENGTH,
  LINK_PASSWORD_MIN_LENGTH,
  type ShareFormErrors,
  type ShareFormInput,
} from './share-form.ts';
import type { Website } from './share-links.ts';

export interface ShareFormOptions {
  csrf: string;
  formId: string;
  /** Those that the person may share. */
  websites: readonly Website[];
  /** What an address or an earlier attempt has filled in. */
  input?: Partial<ShareFormInput> | undefined;
  errors?: ShareFormErrors | undefined;
}

const NAME = { label: 'Name', hint: 'For your list. Whoever opens the link does not see it.' };
const CAMPAIGN = {
  label: 'Only this campaign',
  hint: 'Its number, as in the address of its page. Leave it empty to share the whole website.',
};
const PASSWORD = {
  label: 'Password, if you want one',
  hint: 'Tell it to people in another way than the link. It cannot be shown again.',
};

export function shareFormView({ csrf, formId, websites, input, errors }: ShareFormOptions): Html {
  const { field, select } = fieldsOf(errors);
  const choices = websites.map(({ id, name, account_name }) => ({
    value: String(id),
    text: `${name} (${account_name})`,
  }));
  const choose = websites.length > 1 && html`<option value="">Choose a website</option>`;
  return html`<form method="post" action="/share-links" class="stack">
${csrfField(csrf)}
<input type="hidden" name="form_id" value="${formId}">
${field('name', NAME, (is) => html`<input${is} type="text" autocomplete="off" maxlength="${LINK_NAME_MAX_LENGTH}" required placeholder="Monthly review" value="${input?.name}">`)}
${field('website', { label: 'Website' }, (is) => html`<select${is} required>${choose}${optionsView(choices, input?.website)}</select>`)}
${field('campaign', CAMPAIGN, (is) => html`<input${is} type="text" inputmode="numeric" autocomplete="off" maxlength="10" placeholder="All campaigns" value="${input?.campaign}">`)}
${select('life', { label: 'Expires after' }, optionsOf(LINK_LIFETIMES), input?.life ?? '30d')}
${field('password', PASSWORD, (is) => html`<input${is} type="password" autocomplete="new-password" minlength="${LINK_PASSWORD_MIN_LENGTH}" maxlength="${LINK_PASSWORD_MAX_LENGTH}">`)}
<button type="submit" class="primary">Create link</button>
</form>`;
}
