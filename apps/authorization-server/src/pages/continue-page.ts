import { html } from './html.ts';
import { layout } from './layout.ts';

export interface ContinuePageOptions {
  /** An address of this server, such as the one that resumes an interaction. */
  to: string;
  clientName?: string | undefined;
}

/**
 * The answer to a form whose way ends at a client. Chromium holds `form-action` against every redirect after a form, also
 * those that the client makes: from this page the way goes on as a plain navigation, and the policy stays 'self'.
 */
export function continuePage({ to, clientName = 'the application' }: ContinuePageOptions): string {
  return layout({
    title: 'One moment',
    head: html`<meta http-equiv="refresh" content="0;url=${to}">`,
    content: html`<h1>One moment</h1>
<p class="lead">You are being taken back to <strong class="name">${clientName}</strong>.</p>
<p><a href="${to}">Continue</a> if nothing happens.</p>`,
  });
}
