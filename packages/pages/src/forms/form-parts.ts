import { type Html, html, type HtmlValue } from '../html.ts';
import { copyButton } from '../look/copy-button.ts';

/** The hidden field that protects a form against cross-site requests. */
export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** What has just happened, announced by screen readers. */
export function noticeNote(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="note" role="status">${text}</p>`;
}

/** The error of a form, announced by screen readers. Inputs refer to it with `aria-describedby="error"`. */
export function errorNote(error: string | undefined): Html | undefined {
  if (!error) return undefined;
  return html`<p class="note error" id="error" role="alert">${error}</p>`;
}

/** The attributes of an input that the error of its form is about. */
export function invalidIf(error: string | undefined): Html | undefined {
  return error ? html` aria-describedby="error" aria-invalid="true"` : undefined;
}

/** A checkbox or radio button with its label. */
export interface ChoiceOptions {
  name: string;
  value: string | number;
  text: string;
  /** Shown after the text, less prominently. */
  aside?: string | undefined;
  isChecked: boolean;
  type?: 'checkbox' | 'radio';
}

/** Renders a choice; the whole line can be clicked. */
export function choice({ name, value, text, aside, isChecked, type = 'checkbox' }: ChoiceOptions): Html {
  return html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${isChecked && html` checked`}><span class="text">${text}</span>${aside && html`<span class="aside">${aside}</span>`}</label>`;
}

export interface Option {
  value: string | number;
  text: string;
}

export function optionsView(options: readonly Option[], current?: Option['value'] | null): Html[] {
  return options.map(
    ({ value, text }) =>
      html`<option value="${value}"${value === current && html` selected`}>${text}</option>`,
  );
}

/** The choices of a select, by the value that the form sends. */
export function optionsOf(texts: Readonly<Record<string, { text: string }>>): Option[] {
  return Object.entries(texts).map(([value, { text }]) => ({ value, text }));
}

/** The words around a control. */
export interface FieldTexts {
  label: string;
  hint?: string;
  /** For the style sheet. */
  className?: string;
}

/** The fields of a form, each of which can have an error. */
export function fieldsOf<Name extends string>(errors: Partial<Record<Name, string>> = {}) {
  const error = (name: Name) =>
    errors[name] && html`<p class="field-error" id="${name}-error">${errors[name]}</p>`;
  /** The attributes that say what is wrong, and where there is a hint. */
  const about = (name: Name, hintId?: string) => {
    const ids = [errors[name] && `${name}-error`, hintId].filter(Boolean).join(' ');
    return html`${ids && html` aria-describedby="${ids}"`}${errors[name] && html` aria-invalid="true"`}`;
  };
  /** A label, and the control to which `control` gives its attributes. */
  const field = (
    name: Name,
    { label, hint, className }: FieldTexts,
    control: (attributes: Html) => Html,
  ) => html`<div class="field${className && ` ${className}`}">
<label for="${name}">${label}</label>
${control(html` id="${name}" name="${name}"${about(name, hint && `${name}-hint`)}`)}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error(name)}
</div>`;
  const select = (name: Name, texts: FieldTexts, options: readonly Option[], current: Option['value']) =>
    field(name, texts, (is) => html`<select${is}>${optionsView(options, current)}</select>`);
  return { error, about, field, select };
}

export interface ButtonForm {
  action: string;
  csrf: string;
  text: string;
  /** The text for screen readers, with what it is about. */
  label?: string;
  look?: 'danger' | 'quiet';
  /** Hidden fields. */
  fields?: Html;
}

export function buttonForm({ action, csrf, text, label, look, fields }: ButtonForm): Html {
  return html`<form method="post" action="${action}">${csrfField(csrf)}${fields}<button type="submit"${look && html` class="${look}"`}${label && html` aria-label="${label}"`}>${text}</button></form>`;
}

/** A form that is folded until somebody opens it: two steps without a script. */
export interface FoldedForm {
  action: string;
  csrf: string;
  /** Opens it. */
  summary: string;
  /** The summary for screen readers, with what it is about. */
  label?: string;
  /** What it says and asks. */
  content: HtmlValue;
  button: string;
  /** `revoke` ends something. */
  look?: 'revoke' | 'more';
  isDanger?: boolean;
}

export function foldedForm({ look = 'revoke', isDanger = look === 'revoke', ...form }: FoldedForm): Html {
  return html`<details class="${look}">
<summary${form.label && html` aria-label="${form.label}"`}>${form.summary}</summary>
<form method="post" action="${form.action}"${look === 'more' && html` class="stack narrow"`}>
${csrfField(form.csrf)}
${form.content}
<button type="submit"${isDanger && html` class="danger"`}>${form.button}</button>
</form>
</details>`;
}

/** A secret that is shown only now. The page needs `COPY_SCRIPT`. */
export function newSecretView({
  id,
  title,
  hint,
  label,
  secret,
  more,
}: {
  id: string;
  title: Html;
  hint: Html | string;
  label: string;
  secret: string;
  /** Shown below it. */
  more?: Html;
}): Html {
  return html`<section class="note success" aria-labelledby="new-${id}">
<h2 id="new-${id}">${title}</h2>
<p id="copy-hint">${hint}</p>
<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" class="secret" type="text" readonly autofocus autocomplete="off" spellcheck="false" value="${secret}" aria-describedby="copy-hint">
${copyButton(id)}
</div>
${more}</section>`;
}
