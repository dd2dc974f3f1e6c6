import { type Html, html } from '../html.ts';
import { markedText } from '../marked-text.ts';
import { type JsonSchema, type NamedSchemas, referredName } from './json-schema.ts';

interface Field {
  /** With the fields that it is inside of: `data.campaigns[].id`. */
  path: string;
  schema: JsonSchema;
  isRequired: boolean;
}

export interface FieldsViewOptions {
  /** What screen readers call the table. */
  label: string;
  schema: JsonSchema;
  schemas: NamedSchemas;
  /** Whether to say which fields a sender must send. */
  withRequired?: boolean;
}

/** A table of the fields of a body: name, type and meaning. Objects with a name of their own are linked. */
export function fieldsView({ label, schema, schemas, withRequired = false }: FieldsViewOptions): Html {
  const meaningOf = ({ description, items, ...field }: JsonSchema) =>
    description ?? items?.description ?? schemas[referredName(field) ?? '']?.description;
  return html`${schema.items && html`<p>A list. Each entry has:</p>`}
<table class="fields" aria-label="${label}">
<thead><tr><th scope="col">field</th><th scope="col">meaning</th></tr></thead>
<tbody>${fieldsOf(bodyOf(schema, schemas)).map(
    ({ path, schema: field, isRequired }) =>
      html`<tr><th scope="row"><code>${breakable(path)}</code> <span class="type">${typeOf(field)}</span>${withRequired && isRequired && html` <span class="required">required</span>`}</th><td>${markedText(meaningOf(field) ?? '')}</td></tr>`,
  )}</tbody>
</table>`;
}

/** The id of the part of the page that shows a schema. */
export function anchorOfObject(name: string): string {
  return `object-${name}`;
}

function bodyOf(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  const name = referredName(schema);
  const found = name === undefined ? schema : (schemas[name] ?? {});
  return found.items ? bodyOf(found.items, schemas) : found;
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const inside = schema.items ?? schema.anyOf?.find(({ properties: inner }) => inner) ?? schema;
    const isRepetition = Object.keys(inside.properties ?? {}).every((key) => key in properties);
    return [
      { path, schema, isRequired: required.includes(name) },
      // The metrics of the period before have the names of the metrics beside them.
      ...(isRepetition ? [] : fieldsOf(inside, schema.items ? `${path}[].` : `${path}.`)),
    ];
  });
}

/** A long name breaks between its words. */
function breakable(path: string): Html[] {
  return path.split(/(?<=[._])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`);
}

function typeOf(schema: JsonSchema): Html {
  const { type, format, items, anyOf } = schema;
  const name = referredName(schema);
  if (name !== undefined) return html`<a href="#${anchorOfObject(name)}">${name}</a>`;
  if (items) return html`list of ${typeOf(items)}`;
  if (anyOf) return alternatives(anyOf.map(typeOf));
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return html`one of ${schema.enum.map(String).join(', ')}`;
  if (typeof type === 'string') return html`${type}${format && ` (${format})`}`;
  return alternatives((type ?? ['any']).map((each) => html`${each}`));
}

function alternatives(types: readonly Html[]): Html {
  return html`${types.map((type, index) => html`${index > 0 && ' or '}${type}`)}`;
}
