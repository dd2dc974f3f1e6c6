import { type Html, html, layout } from '@funnel/pages';
import type { PageFiles } from '../pages/page-files.ts';
import type { Shared } from './share-client.ts';
import { sharedBase } from './shared-paths.ts';

/** The page of every shared report: what is shared, and a place that the script fills. */
export function guestPage({ files, id, shared }: { files: PageFiles; id: string; shared: Shared }): string {
  const { websiteId, campaignId } = shared;
  const campaign = campaignId !== null && html` data-campaign="${campaignId}"`;
  return layout({
    title: 'Shared reports',
    width: 'bare',
    hasHome: false,
    head: html`<link rel="stylesheet" href="${files.style.path}">
<script type="module" src="${files.script.path}"></script>
`,
    header: html`<p class="shared">${sharedText(shared)}</p>`,
    content: html`<main id="view" data-base="${sharedBase(id)}" data-website="${websiteId}"${campaign}></main>
<noscript><div class="page text"><p>The reports are drawn by a script. Allow scripts for this page.</p></div></noscript>`,
  });
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function sharedText({ websiteName, campaignId, accountName, endsAt }: Shared): Html {
  const what = campaignId === null ? 'reports' : 'one campaign';
  const until = dateFormat.format(new Date(endsAt));
  return html`Shared with you: ${what} of <strong>${websiteName}</strong>, by ${accountName}, until ${until}.`;
}

/** Asks for the password of a link. `action` is where the form is sent. */
export function passwordPage({ action, error }: { action: string; error?: string | undefined }): string {
  return layout({
    title: 'Password',
    content: html`<h1>This link has a password</h1>
<p class="lead">Ask who sent you the link for it.</p>
${error && html`<p class="note error" id="error" role="alert">${error}</p>`}
<form method="post" action="${action}" class="stack">
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="200" required autofocus${error && html` aria-describedby="error" aria-invalid="true"`}>
</div>
<button type="submit" class="primary">Open</button>
</form>`,
  });
}

/** Also for a link that never was: nobody learns which it is. */
export const ENDED = { title: 'This link has ended', detail: 'Ask who sent it for a new one.' };
/** For somebody who has not opened the link, or long ago. */
export const CLOSED = {
  title: 'Open your link again',
  detail:
    'This page has been open for too long, or was opened without its link. If the link has ended, ask who sent it for a new one.',
};
export const NOT_SHARED = {
  title: 'Not shared',
  detail: 'This page is not part of what was shared with you.',
};

export interface GuestMessage {
  title: string;
  detail: string;
  /** Where what is shared begins. */
  back?: string | undefined;
}

export function guestMessage({ title, detail, back }: GuestMessage): string {
  return layout({
    title,
    content: html`<h1>${title}</h1>
<p>${detail}</p>
${back && html`<p><a href="${back}">To what was shared with you</a></p>`}`,
  });
}
