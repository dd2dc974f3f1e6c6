import { type Html, html } from './html.ts';
import { csrfField, errorNote, layout } from './layout.ts';
import { type PickableWebsite, websitePicker } from './website-picker.ts';

export interface ConsentClient {
  /** Its own claim: anybody may register under any name, so the page shows where the answer goes. */
  name: string;
  uri?: string | undefined;
  /** Never loaded: a page makes no request to a third party. */
  logoUri?: string | undefined;
  redirectHost: string;
  isLoopback: boolean;
}

export interface ConsentPageOptions {
  csrf: string;
  action: string;
  client: ConsentClient;
  resourceName: string;
  scopes: readonly { scope: string; text: string }[];
  websites: readonly PickableWebsite[];
  person: { email: string };
  selectedIds?: readonly number[] | undefined;
  error?: string | undefined;
}

/** The form answers with `decision` (`allow` or `deny`) and `website_ids`. */
export function consentPage(options: ConsentPageOptions): string {
  const { csrf, action, client, resourceName, scopes, websites, person, error } = options;
  const hasWebsites = websites.length > 0;
  return layout({
    title: `Allow ${client.name}?`,
    content: html`<h1><span class="name">${client.name}</span> asks for access</h1>
<p class="lead">to the <strong>${resourceName}</strong>, on behalf of <strong class="break">${person.email}</strong></p>
${errorNote(error)}
<dl class="facts">${clientFacts(client)}</dl>
${
  hasWebsites &&
  html`<h2>It will be able to</h2>
<ul class="ticks">${scopes.map(({ text }) => html`<li>${text}</li>`)}</ul>`
}
<form method="post" action="${action}" class="stack">
${csrfField(csrf)}
${hasWebsites ? websitePicker({ legend: 'Of these websites', ...options, errorId: error && 'error' }) : NO_WEBSITES}
<div class="actions">
${hasWebsites && html`<button type="submit" name="decision" value="allow" class="primary">Allow</button>`}
<button type="submit" name="decision" value="deny">${hasWebsites ? 'Deny' : 'Go back to the application'}</button>
</div>
</form>
${hasWebsites && html`<p class="hint">Only what you pick is shared. Allow it only if you started this yourself.</p>`}`,
  });
}

export const NO_WEBSITES = html`<div class="note"><p><strong>There is no website you could share yet.</strong></p>
<p>You do not belong to an account with a website. Ask an administrator of the account to add you, then try again.</p></div>`;

function clientFacts({ uri, redirectHost, isLoopback }: ConsentClient): Html {
  const homepage = webAddress(uri);
  return html`<div><dt>Returns to</dt><dd><strong class="break">${redirectHost}</strong>${isLoopback && html`<span class="badge">an application on this computer</span>`}</dd></div>
${homepage && html`<div><dt>Says it is</dt><dd class="break">${homepage}</dd></div>`}`;
}

/** Shown as text, not as a link: it is the client's claim, and leaving would end the interaction. */
function webAddress(uri: string | undefined): string | undefined {
  const url = uri !== undefined && URL.canParse(uri) ? new URL(uri) : undefined;
  return url && /^https?:$/.test(url.protocol)
    ? `${url.host}${url.pathname === '/' ? '' : url.pathname}`
    : undefined;
}
