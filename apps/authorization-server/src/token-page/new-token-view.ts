import { type Html, html } from '../pages/html.ts';
import { curlExample, type ExampleToken } from './curl-example.ts';
import type { ResourceUris } from './resources.ts';

export interface NewToken extends ExampleToken {
  name: string;
}

/** The one time that a token is shown. */
export function newTokenView(created: NewToken, resources: ResourceUris): Html {
  const example = curlExample(created, resources);
  return html`<section class="note success" aria-labelledby="new-token">
<h2 id="new-token">Your new token: <span class="name">${created.name}</span></h2>
<p id="copy-hint">Copy it now: it is shown this once and kept nowhere. Select all in the field with Ctrl+A (⌘A), then copy.</p>
<div class="field">
<label for="token">Token</label>
<input id="token" class="secret" type="text" readonly autofocus autocomplete="off" spellcheck="false" value="${created.token}" aria-describedby="copy-hint">
</div>
${
  example &&
  html`<p class="caption" id="example">Try it:</p>
<pre tabindex="0" aria-labelledby="example"><code>${example}</code></pre>`
}
</section>`;
}
