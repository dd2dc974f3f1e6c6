import {
  cardPage,
  csrfField,
  type Html,
  html,
  NO_WEBSITES,
  type PickableWebsite,
  searchScript,
  websitePicker,
} from '@funnel/pages';

export interface ConsentClient {
  /** Chosen by the client and not verified, so the page also shows where it redirects. */
  name: string;
  uri?: string | undefined;
  /** Never loaded, because a page makes no requests to third parties. */
  logoUri?: string | undefined;
  /** The host of its metadata document, which proves who it is; other clients can only claim it. */
  documentHost?: string | undefined;
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

/** Asks which websites a client may use. The form sends `decision` (`allow` or `deny`) and `website_ids`. */
export function consentPage(options: ConsentPageOptions): string {
  const { csrf, action, client, resourceName, scopes, websites, person, error } = options;
  const hasWebsites = websites.length > 0;
  return cardPage({
    title: `Allow ${client.name}?`,
    heading: html`<span class="name">${client.name}</span> requests access`,
    head: searchScript(websites),
    lead: html`to <strong>${resourceName}</strong> on behalf of <strong class="break">${person.email}</strong>`,
    error,
    content: html`<dl class="facts">${clientFacts(client)}</dl>
${
  hasWebsites &&
  html`<h2>It will be able to</h2>
<ul class="ticks">${scopes.map(({ text }) => html`<li>${text}</li>`)}</ul>`
}
<form method="post" action="${action}" class="stack">
${csrfField(csrf)}
${hasWebsites ? websitePicker({ legend: 'For these websites', ...options, errorId: error && 'error' }) : NO_WEBSITES}
<div class="actions">
${hasWebsites && html`<button type="submit" name="decision" value="allow" class="primary">Allow</button>`}
<button type="submit" name="decision" value="deny">${hasWebsites ? 'Deny' : 'Go back to the application'}</button>
</div>
</form>
${hasWebsites && html`<p class="hint">Only the websites you select are shared. Allow access only if you started this yourself.</p>`}`,
  });
}

function clientFacts({ uri, documentHost, redirectHost, isLoopback }: ConsentClient): Html {
  const homepage = webAddress(uri);
  return html`${documentHost && html`<div><dt>Published by</dt><dd><strong class="break">${documentHost}</strong></dd></div>`}
<div><dt>Sends you back to</dt><dd><strong class="break">${redirectHost}</strong>${isLoopback && html`<span class="badge">an application on this computer</span>`}</dd></div>
${homepage && html`<div><dt>Claims to be</dt><dd class="break">${homepage}</dd></div>`}`;
}

/** Shown as text and not as a link: it is not verified, and leaving the page would end the interaction. */
function webAddress(uri: string | undefined): string | undefined {
  const url = uri !== undefined && URL.canParse(uri) ? new URL(uri) : undefined;
  return url && /^https?:$/.test(url.protocol)
    ? `${url.host}${url.pathname === '/' ? '' : url.pathname}`
    : undefined;
}
