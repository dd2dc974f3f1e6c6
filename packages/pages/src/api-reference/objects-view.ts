import { type Html, html } from '../html.ts';
import { markedText } from '../marked-text.ts';
import { JSON_TYPE, type OpenApiDocument } from './document.ts';
import { anchorOfObject, fieldsView } from './fields-view.ts';
import { nameOfBody } from './json-schema.ts';

/** The objects that several operations share: those that no operation has as its whole body. */
export function sharedObjects({ paths, webhooks = {}, components }: OpenApiDocument): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const bodies = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, responses['200']].flatMap((each) => each?.content?.[JSON_TYPE]?.schema ?? []),
  );
  const sent = Object.values(webhooks).flatMap(
    ({ post }) => post.requestBody.content[JSON_TYPE]?.schema ?? [],
  );
  const whole = new Set([...bodies, ...sent].map(nameOfBody));
  return Object.keys(components.schemas).filter((name) => !whole.has(name));
}

export function objectsView(document: OpenApiDocument): Html {
  const { schemas } = document.components;
  return html`<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
<p>Parts of bodies that several operations share.</p>
${sharedObjects(document).map((name) => {
  const schema = schemas[name] ?? {};
  return html`<article id="${anchorOfObject(name)}" aria-labelledby="${anchorOfObject(name)}-title">
<h3 id="${anchorOfObject(name)}-title">${name}</h3>
${schema.description && html`<p>${markedText(schema.description)}</p>`}
${fieldsView({ label: `Fields of ${name}`, schema, schemas })}
</article>`;
})}
</section>`;
}
