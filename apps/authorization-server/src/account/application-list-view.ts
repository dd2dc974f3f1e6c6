import type { Application } from '@funnel/identity';
import { foldedForm, formatTime, type Html, html, lastUse, websiteNamesOf } from '@funnel/pages';
import { RESOURCE_KINDS, RESOURCES, type ResourceUris } from '../resources.ts';

export interface ApplicationListOptions {
  csrf: string;
  applications: readonly Application[];
  websites: readonly { id: number; name: string }[];
  resources: ResourceUris;
  /** The address that a form of an application is sent to. */
  actionOf: (application: Application) => string;
  /** Whether to show whose each is. */
  withOwner?: boolean;
}

export function applicationListView(options: ApplicationListOptions): Html {
  return html`<ul class="tokens">${options.applications.map((application) => applicationItem(application, options))}</ul>`;
}

function applicationItem(application: Application, options: ApplicationListOptions): Html {
  const { csrf, websites, resources, actionOf, withOwner } = options;
  const { websiteIds, createdAt, expiresAt, email } = application;
  const name = nameOf(application);
  const uses = application.resources.map(({ resource }) => {
    const kind = RESOURCE_KINDS.find((candidate) => resources[candidate] === resource);
    return kind ? RESOURCES[kind].name : resource;
  });
  const scopes = application.resources.flatMap((resource) => resource.scopes);
  return html`<li class="token">
<div class="token-head"><h3 class="name">${name}</h3>${uses.map((use) => html`<span class="badge">${use}</span>`)}</div>
<dl class="facts">
${withOwner && html`<div><dt>Allowed by</dt><dd class="break">${email}</dd></div>`}
<div><dt>Websites</dt><dd>${websiteNamesOf(websiteIds, websites).join(', ')}</dd></div>
<div><dt>Permissions</dt><dd>${scopes.join(', ')}</dd></div>
<div><dt>Allowed on</dt><dd>${formatTime(createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(application)}</dd></div>
<div><dt>Expires</dt><dd>${formatTime(expiresAt)}</dd></div>
</dl>
${foldedForm({
  action: actionOf(application),
  csrf,
  summary: 'Disconnect',
  label: `Disconnect ${name}`,
  content: html`<p>The application loses access immediately. To use it again, allow it again.</p>`,
  button: 'Disconnect',
})}
</li>`;
}

/** An application without a name is called by the host of its metadata document, or its id. */
function nameOf({ name, clientId }: Application): string {
  return name ?? (URL.canParse(clientId) ? new URL(clientId).host : clientId);
}
