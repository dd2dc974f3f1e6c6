interface Described {
  description?: string;
  $ref?: string;
  properties?: Readonly<Record<string, Described>>;
  items?: Described;
}

/** What fields mean, by name. `parent.name` and `parent.*` come first; the parent is a field or a component. */
export type Meanings = Readonly<Record<string, string>>;

/** One meaning for several fields, whose names have spaces between them. */
export function meaningOf(fields: string, meaning: string): Meanings {
  return Object.fromEntries(fields.split(' ').map((field) => [field, meaning]));
}

/** Schemas in which every field says what it means: by its own description, or by its name. */
export function withMeanings<Schemas extends Readonly<Record<string, object>>>(
  schemas: Schemas,
  meanings: Meanings,
): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, described(schema, name, meanings)]),
  ) as Schemas;
}

function described(schema: Described, parent: string, meanings: Meanings): Described {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(items && { items: described(items, parent, meanings) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          describedField(field, name, parent, meanings),
        ]),
      ),
    }),
  };
}

function describedField(field: Described, name: string, parent: string, meanings: Meanings): Described {
  const inside = described(field, name, meanings);
  if (field.description) return inside;
  const description = meanings[`${parent}.${name}`] ?? meanings[`${parent}.*`] ?? meanings[name];
  return description ? { ...inside, description } : inside;
}
