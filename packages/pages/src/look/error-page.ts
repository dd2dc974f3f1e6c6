import { html } from '../html.ts';
import { markedText } from '../marked-text.ts';
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
<p>${markedText(detail)}</p>
<p><a href="/">To the first page</a></p>
<p class="hint">When you contact support, include this reference: <code class="break">${requestId}</code></p>`,
  });
}
