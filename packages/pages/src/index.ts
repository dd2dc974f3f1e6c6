export { csvRow } from './csv.ts';
export { type Html, html, htmlDocument, type HtmlValue } from './html.ts';
export { overview } from './overview.ts';
export { createApiReference } from './api-reference/api-reference.ts';
export { markedText } from './api-reference/marked-text.ts';
