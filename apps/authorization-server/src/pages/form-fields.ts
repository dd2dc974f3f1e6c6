import { type Html, html } from '@funnel/pages';

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
