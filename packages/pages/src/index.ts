export { csvRow } from './csv.ts';
export type { PageHandler } from './handler.ts';
export { type Html, html, htmlDocument, type HtmlValue } from './html.ts';
export { markedText } from './marked-text.ts';
export { overview } from './overview.ts';

// The look that all pages share.
export { copyable, COPY_SCRIPT, copyButton } from './look/copy-button.ts';
export { errorPage } from './look/error-page.ts';
export { layout, type LayoutOptions } from './look/layout.ts';
export { ICON_PATH, PAGE_ASSETS } from './look/page-assets.ts';
export { foldedSteps } from './look/folded-steps.ts';
export { fileEndpoints, type PageFile, pageFile } from './look/page-file.ts';
export { type HeaderLink, pageHeader } from './look/page-header.ts';
export { prefersPage } from './look/prefers-page.ts';
export { allowFormTo, allowRequests, pageHeaders, sendPage } from './look/send-page.ts';

export { cardPage, headedContent, type PageContent } from './look/card-page.ts';
export { formatDay, formatTime, lastUse } from './look/format-time.ts';

// Forms.
export { isFormId, newFormId } from './forms/form-id.ts';
export {
  type FormFields,
  formFields,
  MAX_FORM_FIELDS,
  noticeOf,
  sentText,
  textOf,
} from './forms/form-fields.ts';
export {
  buttonForm,
  type ButtonForm,
  choice,
  csrfField,
  errorNote,
  fieldsOf,
  foldedForm,
  invalidIf,
  newSecretView,
  type Option,
  optionsOf,
  optionsView,
} from './forms/form-parts.ts';
export { FORM_SCRIPTS, TIME_ZONE } from './forms/form-scripts.ts';
export { selectedWebsites } from './forms/selected-websites.ts';
export { websiteNamesOf } from './forms/website-names.ts';
export * from './forms/website-picker.ts';

// The pages of an account, in two apps.
export * from './account/account-page.ts';

// The page of an API.
export { createApiReference } from './api-reference/api-reference.ts';
export { shareRepeated } from './api-reference/share-repeated.ts';
