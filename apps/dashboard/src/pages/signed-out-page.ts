import { html, layout } from '@funnel/pages';

export function signedOutPage({ issuer }: { issuer: string }): string {
  return layout({
    title: 'Signed out',
    content: html`<h1>You are signed out</h1>
<p>Your account pages may still be open in this browser, and then the reports open without a password. On a computer that others use, <a href="${issuer}/logout">sign out there, too</a>.</p>
<p><a href="/">Sign in again</a></p>`,
  });
}
