import { html } from './html.ts';
import { layout } from './layout.ts';

export interface ErrorPageOptions {
  title: string;
  detail: string;
  requestId: string;
}

export function errorPage({ title, detail, requestId }: ErrorPageOptions): string {
  return layout({
    title,
    content: html`<h1>${title}</h1>
<p>${detail}</p>
<p class="hint">If you ask for help, give this number: <code class="break">${requestId}</code></p>`,
  });
}
