import { html } from '@funnel/pages';
import { layout } from './layout.ts';
import type { PageFiles } from './page-files.ts';

/** What an error page says. */
export interface ErrorPageOptions {
  files: PageFiles;
  title: string;
  detail: string;
  requestId: string;
}

/** Explains an error and shows the request id for support. */
export function errorPage({ files, title, detail, requestId }: ErrorPageOptions): string {
  return layout({
    title,
    files,
    content: html`<main class="message"><h1>${title}</h1>
<p>${detail}</p>
<p><a href="/">To the overview</a></p>
<p class="hint">When you contact support, include this reference: <code>${requestId}</code></p></main>`,
  });
}

/** Says that somebody has signed out here, and offers the same at the authorization server. */
export function signedOutPage({ files, issuer }: { files: PageFiles; issuer: string }): string {
  return layout({
    title: 'Signed out',
    files,
    content: html`<main class="message"><h1>You are signed out</h1>
<p>Your account pages may still be open in this browser, and then the reports open without a password. On a computer that others use, <a href="${issuer}/logout">sign out there, too</a>.</p>
<p><a href="/">Sign in again</a></p></main>`,
  });
}
