import { type Html, type HtmlValue, html, htmlDocument } from '../html.ts';
import { ICON_PATH, SEND_ONCE, STYLE } from './page-assets.ts';

export interface LayoutOptions {
  title: string;
  /**
   * A centered card by default; `text` for one column to read, `wide` for lists, and `bare` for content that has a look of
   * its own.
   */
  width?: 'card' | 'text' | 'wide' | 'bare';
  /** Whether the product name leads to the first page. Not from a card by default: who leaves a login has to start again. */
  hasHome?: boolean;
  /** Shown next to the product name: `pageHeader`. */
  header?: HtmlValue;
  head?: HtmlValue;
  /** What is inside of `main`, or of the body if the width is `bare`. */
  content: Html;
}

/** Renders a page with the header and the look that all pages share. */
export function layout(options: LayoutOptions): string {
  const { title, width = 'card', hasHome = width !== 'card', header, head, content } = options;
  const body = html`<header class="top">${hasHome ? html`<a class="brand-link" href="/">${BRAND}</a>` : BRAND}${header}</header>
${width === 'bare' ? content : html`<div class="page ${width}"><main>${content}</main></div>`}`;
  const hasForm = /<form\s[^>]*method="post"/.test(body.toString());
  return htmlDocument(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Funnel Reporting</title>
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE.path}">
${hasForm && html`<script src="${SEND_ONCE.path}" defer></script>`}
${head}</head>
<body>
${body}
</body>
</html>
`);
}

const BRAND = html`<span class="brand"><svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5.5 6.5h13l-5 6.4v4.6l-3 1.6v-6.2z"/></svg>Funnel Reporting</span>`;
