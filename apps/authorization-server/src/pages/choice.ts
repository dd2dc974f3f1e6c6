import { type Html, html } from './html.ts';

export interface ChoiceOptions {
  name: string;
  value: string | number;
  text: string;
  aside?: string;
  isChecked: boolean;
  type?: 'checkbox' | 'radio';
}

/** A line to tick, the whole of it a target. */
export function choice({ name, value, text, aside, isChecked, type = 'checkbox' }: ChoiceOptions): Html {
  return html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${isChecked && html` checked`}><span class="text">${text}</span>${aside && html`<span class="aside">${aside}</span>`}</label>`;
}
