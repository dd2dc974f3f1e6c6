import { html, htmlDocument } from '@funnel/pages';
import type { PageFiles } from '../pages/page-files.ts';

/** The page of a frame: a place that the script fills. `parent` is the only origin that it talks to. */
export function framePage({ files, parent }: { files: PageFiles; parent: string }): string {
  return htmlDocument(html`<html lang="en" data-parent="${parent}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Funnel report</title>
<link rel="stylesheet" href="${files.style.path}">
<script type="module" src="${files.frame.path}"></script>
</head>
<body>
<main id="view"></main>
<noscript><p class="message">The report is drawn by a script. Allow scripts for this page.</p></noscript>
</body>
</html>
`);
}
