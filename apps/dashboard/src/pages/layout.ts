import { type Html, type HtmlValue, html, htmlDocument } from '@funnel/pages';
import type { PageFiles } from './page-files.ts';

/** The parts of a page. */
export interface LayoutOptions {
  title: string;
  files: PageFiles;
  /** Shown next to the product name. */
  header?: HtmlValue;
  /** Additional elements of the head. */
  head?: Html;
  content: Html;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%230b5f6b'/%3E%3Cpath d='M5.5 6.5h13l-5 6.4v4.6l-3 1.6v-6.2z' fill='white'/%3E%3C/svg%3E";

const LOGO = html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5.5 6.5h13l-5 6.4v4.6l-3 1.6v-6.2z"/></svg>`;

/** Renders a page with the common header. */
export function layout({ title, files, header, head, content }: LayoutOptions): string {
  return htmlDocument(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Funnel Reporting</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${files.shellStyle.path}">
${head}</head>
<body>
<header class="top"><a class="brand" href="/">${LOGO}Funnel Reporting</a>${header}</header>
${content}
</body>
</html>
`);
}
