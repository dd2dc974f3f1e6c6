import { type Html, html } from '../html.ts';
import { copyable } from '../look/copy-button.ts';
import { markedText, paragraphs } from '../marked-text.ts';
import {
  type DescribedParameter,
  type Endpoint,
  JSON_TYPE,
  type OpenApiDocument,
  serverPath,
} from './document.ts';
import { fieldsView } from './fields-view.ts';
import { sampleCommand, sampleParameters } from './sample-command.ts';

const PROBLEM_TYPE = 'application/problem+json';

/** One operation: what it does, a sample, a form to try it, its fields, an example answer, and its errors. */
export function operationView(endpoint: Endpoint, { servers, components }: OpenApiDocument): Html {
  const { operationId, method, path, summary, description, requestBody, responses } = endpoint;
  const [request, answer] = [requestBody?.content[JSON_TYPE], responses['200']?.content?.[JSON_TYPE]];
  const [server] = endpoint.servers ?? servers;
  const fields = (title: string, schema: typeof answer, withRequired = false) =>
    schema?.schema &&
    html`<details>
<summary>Fields of the ${title}</summary>
${fieldsView({ label: `Fields of the ${title} of ${operationId}`, schema: schema.schema, schemas: components.schemas, withRequired })}
</details>`;
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title">${summary}</h3>
<p class="path"><span class="method ${method}">${method.toUpperCase()}</span> <code>${endpoint.servers && serverPath(endpoint.servers)}${path}</code></p>
${paragraphs(description)}
${copyable({ id: `${operationId}-sample`, label: `Sample of ${operationId}`, text: sampleCommand(endpoint, server?.url ?? '', request?.example) })}
<details class="try">
<summary>Parameters, and try it</summary>
${formView(endpoint)}
</details>
${fields('body', request, true)}
${fields('answer', answer)}
${
  answer?.example !== undefined &&
  html`<details>
<summary>Example answer</summary>
${copyable({ id: `${operationId}-example`, label: `Example answer of ${operationId}`, text: JSON.stringify(answer.example, null, 2) })}
</details>`
}
${errorsView(endpoint)}
</article>`;
}

function formView(endpoint: Endpoint): Html {
  const { operationId, method, path, parameters = [], requestBody, servers } = endpoint;
  const body = requestBody?.content[JSON_TYPE]?.example;
  const id = `${operationId}-body`;
  const filledIn = sampleParameters(endpoint);
  return html`<form data-method="${method}" data-path="${path}" data-operation="${operationId}"${servers && html` data-server="${serverPath(servers)}"`}>
${parameters.map((parameter) => parameterView(operationId, parameter, filledIn.includes(parameter)))}
${
  requestBody &&
  html`<div class="field">
<label for="${id}">Body</label>
<textarea id="${id}" name="body" rows="8" spellcheck="false">${JSON.stringify(body ?? {}, null, 2)}</textarea>
<p class="hint">${requestBody.description && markedText(requestBody.description)}</p>
</div>`
}
<button type="submit">Send</button>
<section class="result" aria-label="${`Result of ${operationId}`}" hidden>
<p class="status" role="status"></p>
<pre tabindex="0" aria-label="${`Answer of ${operationId}`}"><code class="answer"></code></pre>
</section>
</form>`;
}

function parameterView(operationId: string, parameter: DescribedParameter, isFilledIn: boolean): Html {
  const { name, required, description, schema } = parameter;
  const id = `${operationId}-${name}`;
  const hint = `${id}-hint`;
  const fallback = schema.default === undefined ? '' : textOf(schema.default);
  const filledIn = isFilledIn ? textOf(parameter.example) : '';
  const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  const field = values
    ? html`<select id="${id}" name="${name}" data-in="${parameter.in}" aria-describedby="${hint}">
<option value="">${fallback && `(${fallback})`}</option>
${values.map((value) => html`<option>${String(value)}</option>`)}
</select>`
    : html`<input id="${id}" name="${name}" data-in="${parameter.in}" type="${schema.format === 'date' ? 'date' : 'text'}" autocomplete="off" value="${filledIn}" placeholder="${fallback}"${required && html` required`} aria-describedby="${hint}">`;
  return html`<div class="field">
<label for="${id}"><code>${name}</code>${required && html` <span class="required">required</span>`}</label>
${field}
<p class="hint" id="${hint}">${markedText(description)}</p>
</div>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Each code once, with the sentence that says what to do. */
function errorsView({ operationId, responses }: Endpoint): Html {
  const rows = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content?.[PROBLEM_TYPE]?.examples ?? {}).map(
      ([code, { value, summary }]) =>
        html`<tr><td>${status}</td><td><code>${code}</code></td><td>${value?.detail ?? summary}</td></tr>`,
    ),
  );
  return html`<details>
<summary>Errors</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${`Errors of ${operationId}`}">
<table>
<thead><tr><th scope="col">status</th><th scope="col">code</th><th scope="col">meaning</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</div>
</details>`;
}
