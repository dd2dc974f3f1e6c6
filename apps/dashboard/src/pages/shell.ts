import { html } from '@funnel/pages';
import { layout } from './layout.ts';
import type { PageFiles } from './page-files.ts';

/** What the shell needs. */
export interface ShellOptions {
  files: PageFiles;
  /** The authorization server, which has the pages of accounts. */
  issuer: string;
  email: string | undefined;
  csrf: string;
}

/** The pages of the authorization server, in the order of the menu. */
const ACCOUNT_PAGES = {
  '/tokens': 'Access tokens',
  '/applications': 'Applications',
  '/members': 'Members',
  '/password': 'Password & devices',
};

/** The page of every report: a menu, and a place that the script fills. */
export function shell({ files, issuer, email, csrf }: ShellOptions): string {
  const links = Object.entries(ACCOUNT_PAGES).map(
    ([path, name]) => html`<a href="${issuer}${path}">${name}</a>`,
  );
  return layout({
    title: 'Reports',
    files,
    head: html`<link rel="stylesheet" href="${files.style.path}">
<script type="module" src="${files.script.path}"></script>
`,
    header: html`<nav class="menu" aria-label="Menu"><a href="/">Overview</a>
<details class="account"><summary>${email ?? 'Account'}</summary>
<div class="choices">${links}
<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button type="submit">Sign out</button></form></div></details></nav>`,
    content: html`<main id="view"></main>
<noscript><p class="message">The reports are drawn by a script. Allow scripts for this page, or ask the REST API for the numbers.</p></noscript>`,
  });
}
