import { type Html, type HtmlValue, html, htmlDocument } from '@funnel/pages';
import { STYLESHEET_URL } from './serve-pages.ts';

/** The parts of a page. */
export interface LayoutOptions {
  title: string;
  /** `wide` for lists; by default a centered card. */
  width?: 'card' | 'wide';
  /** Shown next to the product name. */
  header?: HtmlValue;
  /** Additional elements of the head. */
  head?: Html;
  content: Html;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%230b5f6b'/%3E%3Cpath d='M5.5 6.5h13l-5 6.4v4.6l-3 1.6v-6.2z' fill='white'/%3E%3C/svg%3E";

/** Renders a page with the common header. */
export function layout({ title, width = 'card', header, head, content }: LayoutOptions): string {
  return htmlDocument(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Funnel Reporting</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLESHEET_URL}">
${head}</head>
<body>
<div class="page ${width}">
<header class="top"><span class="brand">${LOGO}Funnel Reporting</span>${header}</header>
<main>${content}</main>
</div>
</body>
</html>
`);
}

const LOGO = html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5.5 6.5h13l-5 6.4v4.6l-3 1.6v-6.2z"/></svg>`;
