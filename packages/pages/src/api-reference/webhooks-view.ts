import { type Html, html } from '../html.ts';
import { copyable } from '../look/copy-button.ts';
import { paragraphs } from '../marked-text.ts';
import { type DescribedWebhook, JSON_TYPE, type OpenApiDocument } from './document.ts';
import { fieldsView } from './fields-view.ts';

/** What the navigation shows of the webhooks of a document; nothing if it has none. */
export function webhookLinks({ webhooks = {} }: OpenApiDocument): Html | undefined {
  const links = Object.values(webhooks).map(
    ({ post }) => html`<li><a href="#${post.operationId}">${post.summary}</a></li>`,
  );
  return links.length === 0 ? undefined : html`<p class="tag">Webhooks</p><ul>${links}</ul>`;
}

/** What the service sends: the fields and an example of each body. */
export function webhooksView(document: OpenApiDocument): Html | undefined {
  const webhooks = Object.entries(document.webhooks ?? {});
  if (webhooks.length === 0) return undefined;
  return html`<section aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
<p>Requests that the service sends to addresses of yours, signed as Standard Webhooks asks. Answer with a status from 200 to 299 within seconds; otherwise the request is repeated. 410 ends it.</p>
${webhooks.map(([type, { post }]) => webhookView(type, post, document))}
</section>`;
}

function webhookView(
  type: string,
  webhook: DescribedWebhook,
  { components: { schemas } }: OpenApiDocument,
): Html {
  const { operationId, summary, description, requestBody } = webhook;
  const { schema, example } = requestBody.content[JSON_TYPE] ?? {};
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title">${summary}</h3>
<p class="path"><span class="method post">POST</span> <code>${type}</code></p>
${paragraphs(description)}
${
  schema &&
  html`<details>
<summary>Fields of the body</summary>
${fieldsView({ label: `Fields of the body of ${type}`, schema, schemas })}
</details>`
}
${
  example !== undefined &&
  html`<details>
<summary>Example body</summary>
${copyable({ id: `${operationId}-example`, label: `Example body of ${type}`, text: JSON.stringify(example, null, 2) })}
</details>`
}
</article>`;
}
