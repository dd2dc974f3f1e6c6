import fc from 'fast-check';
import { ID_KINDS, type Tenant } from '../tenants/tenant.ts';
import { hostileJson, mostly } from './hostile.ts';

/** What the generator reads of a JSON Schema. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

interface ValueContext {
  tenant: Tenant;
  /** A hostile value comes once in so many. */
  sanity: number;
  subject?: string | undefined;
}

const DAY_MS = 86_400_000;
const MAX_INTEGER = 2_147_483_647;
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  '^[A-Z]{3}$': ['EUR', 'USD', 'XXX'],
  '^[a-z]$': ['a', 'b', 'z'],
};

/** Values of a schema. Every value inside may be hostile instead. */
export function fromSchema(schema: Schema, context: ValueContext, name = ''): fc.Arbitrary<unknown> {
  return mostly(validOf(schema, context, name), hostileJson, context.sanity);
}

function validOf(schema: Schema, context: ValueContext, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? typesOf(schema).map((type) => ({ ...schema, type }));
  const [only, ...more] = choices.map((choice) =>
    schema.anyOf ? validOf(choice, context, name) : ofType(choice, context, name),
  );
  return only ? fc.oneof(only, ...more) : hostileJson;
}

function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return ['string', 'number', 'boolean', 'null'];
  return typeof type === 'string' ? [type] : type;
}

function ofType(schema: Schema, context: ValueContext, name: string): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberOf(schema, context, name);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, context, name), { maxLength: 3 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const values = Object.fromEntries(
        properties.map(([key, value]) => [key, fromSchema(value, context, key)]),
      );
      // A required property is missing in one of a few objects.
      const complete = fc.record(values, { requiredKeys: [...(schema.required ?? [])] });
      return mostly(complete, fc.record(values, { requiredKeys: [] }), context.sanity);
    }
    default:
      return textOf(schema, context.tenant, name);
  }
}

function numberOf(
  { type, minimum = -5, maximum = MAX_INTEGER }: Schema,
  { tenant, subject = '' }: ValueContext,
  name: string,
) {
  if (/(^|_)ids?$/.test(name)) return idOf(tenant, name === 'id' ? subject : name);
  const near = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 60) });
  const edges = fc.constantFrom(minimum, maximum, minimum + 1, maximum - 1);
  const fraction = type === 'number' ? [fc.constantFrom(0.01, 19.9, 1e15, 0.001)] : [];
  return fc.oneof({ weight: 4, arbitrary: near }, edges, ...fraction);
}

/** An id of the tenant, mostly; of the other tenant or of nobody, sometimes. `name` may say of what. */
export function idOf(tenant: Tenant, name: string): fc.Arbitrary<number> {
  const kind = ID_KINDS.find((one) => name.startsWith(one));
  const ids = (of: Tenant['ids']) => (kind ? of[kind] : Object.values(of).flat());
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids(tenant.ids)) },
    { weight: 4, arbitrary: fc.constantFrom(...ids(tenant.foreignIds)) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 1, MAX_INTEGER, MAX_INTEGER + 1, 999_999) },
  );
}

function textOf({ format, pattern }: Schema, { mark, emails }: Tenant, name: string): fc.Arbitrary<string> {
  if (format === 'uuid' || name === 'visitor_token') return fc.uuid();
  if (format === 'date' || name.startsWith('range_')) return daysAgo(800).map((date) => date.slice(0, 10));
  if (format === 'date-time' || name.endsWith('_at')) return daysAgo(60);
  if (pattern && PATTERNS[pattern]) return fc.constantFrom(...PATTERNS[pattern]);
  if (name === 'email') return fc.oneof(fc.constantFrom(...emails), fc.emailAddress());
  if (name === 'phone') return fc.constantFrom('+442079460000', '+1 555 0100', '+4930123456', '12');
  // The tenant's own mark: if it is written to the other tenant, it appears in that tenant's answers.
  return fc.constantFrom(mark, `${mark} text`, 'inline', 'bar', 'Room', 'quiz');
}

function daysAgo(days: number): fc.Arbitrary<string> {
  return fc
    .integer({ min: -1, max: days * 24 })
    .map((hours) => new Date(Date.now() - (hours * DAY_MS) / 24).toISOString());
}
