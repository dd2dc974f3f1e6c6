import { ASSISTANTS } from '@funnel/connect';
import type { ResourceKind, Scope } from '@funnel/domain';
import { copyable, foldedSteps, type Html, html, newSecretView } from '@funnel/pages';
import type { ResourceUris } from '../resources.ts';

export interface NewToken {
  name: string;
  token: string;
  resource: ResourceKind;
  scopes: readonly Scope[];
  websiteIds: readonly number[];
}

/** A read-only endpoint for each scope that has one. */
const EXAMPLE_PATHS: Readonly<Partial<Record<Scope, string>>> = {
  reports: '/api/v1/reports/website',
  'contacts:read': '/api/v1/contacts',
  'ctas:read': '/api/v1/cta',
  'areas:read': '/api/v1/areas',
  'websites:read': '/api/v1/websites',
};

/** Shows a new token, once, with a command that uses it. */
export function newTokenView(created: NewToken, resources: ResourceUris): Html {
  const example = curlExample(created, resources);
  return newSecretView({
    id: 'token',
    title: html`Your new token: <span class="name">${created.name}</span>`,
    hint: 'Copy the token now: it is shown only once and cannot be recovered. Press Ctrl+A (⌘A) in the field to select it, then copy it.',
    label: 'Token',
    secret: created.token,
    more: html`${
      example &&
      html`<p class="caption">Try it:</p>
${copyable({ id: 'example', label: 'Try it', text: example })}`
    }
${created.resource === 'rest' && html`<p>Or enter it on the page of the <a href="${referenceUrl(resources)}">API reference</a>, which fills in the rest.</p>`}
${created.resource === 'mcp' && assistantsView(resources.mcp, created.token)}
`,
  });
}

/** The page of the REST API on which every request can be tried. */
export function referenceUrl({ rest }: ResourceUris): string {
  return new URL('/docs', rest).href;
}

function assistantsView(url: string, token: string): Html {
  const views = ASSISTANTS.flatMap(({ id, name, withToken }) => {
    const setup = withToken?.(url, token);
    return setup ? foldedSteps({ id, title: name, ...setup }) : [];
  });
  return html`<h3>Connect your assistant</h3>
${views}`;
}

/** A command that works with this token; undefined if a token for the REST API has only write scopes. */
function curlExample(created: NewToken, resources: ResourceUris): string | undefined {
  const { token, resource, scopes, websiteIds } = created;
  const uri = resources[resource].replace(/\/$/, '');
  const authorization = `curl -H 'Authorization: Bearer ${token}' \\\n`;
  if (resource === 'mcp') {
    return `${authorization}  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' \\
  '${uri}'`;
  }
  if (resource === 'intake') {
    // Neither request changes anything.
    const request = scopes.includes('events:write')
      ? `-d '[]' '${uri}/v1/events'`
      : `-X PUT -d '{}' '${uri}/v1/catalog'`;
    return `${authorization}  -H 'Content-Type: application/json' \\
  ${request}`;
  }
  const path = scopes.map((scope) => EXAMPLE_PATHS[scope]).find((known) => known !== undefined);
  return path && `${authorization}  '${uri}${path}?website_id=${websiteIds[0]}'`;
}
