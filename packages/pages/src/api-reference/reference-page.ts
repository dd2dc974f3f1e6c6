import { type Html, html } from '../html.ts';
import { COPY_SCRIPT } from '../look/copy-button.ts';
import { layout } from '../look/layout.ts';
import { readAsset } from '../look/page-assets.ts';
import { pageFile } from '../look/page-file.ts';
import { type Endpoint, type OpenApiDocument, serverPath } from './document.ts';
import { markedText, paragraphs } from '../marked-text.ts';
import { anchorOfObject } from './fields-view.ts';
import { objectsView, sharedObjects } from './objects-view.ts';
import { operationView } from './operation-view.ts';
import { webhookLinks, webhooksView } from './webhooks-view.ts';

/** A value that the page asks the API for, so that the first try succeeds. */
interface Sample {
  /** The parameter to fill in: of these operations, or of all. */
  parameter: string;
  operations?: readonly string[];
  /** What to ask, and where in the answer the value is: `websites.0.id`. `{id}` stands for the value before. */
  path: string;
  at: string;
}

export interface ReferenceOptions {
  document: OpenApiDocument;
  /** The token page of the authorization server. */
  tokensUrl: string;
  /** Asked one after the other when a reader enters a token. */
  samples: readonly Sample[];
}

const STYLE = pageFile('reference', 'css', readAsset('reference.css'));
const SCRIPT = pageFile('reference', 'js', readAsset('reference.js'));

/** What only this page loads. */
export const REFERENCE_FILES = [STYLE, SCRIPT];

/** The HTML of `/docs`. It works without a script, except for trying operations. */
export function referencePage({ document, tokensUrl, samples }: ReferenceOptions): string {
  const { info, servers, tags } = document;
  return layout({
    title: `${info.title}: API reference`,
    width: 'bare',
    head: html`<link rel="stylesheet" href="${STYLE.path}">
<script src="${SCRIPT.path}" defer></script>
${COPY_SCRIPT}`,
    content: html`<div class="reference" data-server="${serverPath(servers)}" data-samples="${JSON.stringify(samples)}">
<section class="intro" aria-label="About">
<a class="skip" href="#content">Skip to the operations</a>
<h1>${info.title}</h1>
<p>Version ${info.version} · <a href="/openapi.json">OpenAPI document</a> · <a href="${tokensUrl}">Create a token</a></p>
<form id="access">
<label for="token">Access token, to try operations</label>
<div class="row"><input id="token" type="password" autocomplete="off" spellcheck="false" required><button type="submit">Use token</button></div>
<p id="access-state" role="status">The token stays in this page and is forgotten when you leave it.</p>
</form>
</section>
<div class="columns">
<nav aria-label="Operations">
${tags.map(({ name }) => navigationOf(document, name))}
${webhookLinks(document)}
<p class="tag">Objects</p><ul>${sharedObjects(document).map((name) => html`<li><a href="#${anchorOfObject(name)}">${name}</a></li>`)}</ul>
</nav>
<main id="content">
<section aria-label="Introduction">${paragraphs(info.description)}</section>
${tags.map(
  ({ name, description }) => html`<section aria-labelledby="${anchorOf(name)}">
<h2 id="${anchorOf(name)}">${name}</h2>
<p>${markedText(description)}</p>
${endpointsOf(document, name).map((endpoint) => operationView(endpoint, document))}
</section>`,
)}
${webhooksView(document)}
${objectsView(document)}
</main>
</div>
</div>`,
  });
}

/** An id has no spaces. */
function anchorOf(tag: string): string {
  return `tag-${tag.replaceAll(' ', '-')}`;
}

function navigationOf(document: OpenApiDocument, tag: string): Html {
  const links = endpointsOf(document, tag).map(
    ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
  );
  return html`<p class="tag">${tag}</p><ul>${links}</ul>`;
}

function endpointsOf({ paths }: OpenApiDocument, tag: string): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, method, path })),
  );
}
