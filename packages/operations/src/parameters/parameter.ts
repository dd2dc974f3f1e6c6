import { type ErrorCode, ServiceError } from '@funnel/domain';

/** One parameter of a report, on both surfaces: REST hands in texts, the tool server JSON values. */
export interface Parameter<Value> {
  name: string;
  /** JSON Schema as advertised: type, enum, default and the text that states the rule. */
  schema: Readonly<Record<string, unknown>>;
  isRequired: boolean;
  /**
   * Takes the value as it was given, undefined when it was not, and the parameters before it; throws a
   * ServiceError.
   */
  parse(raw: unknown, before?: Readonly<Record<string, unknown>>): Value;
}

/** Null, "" and [] count as absent. */
export function isAbsent(raw: unknown): boolean {
  return raw === undefined || raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0);
}

/** A parameter that is a single value: given twice, it is refused. */
export function parameter<Value>(definition: {
  name: string;
  code: ErrorCode;
  schema: Readonly<Record<string, unknown>>;
  isRequired?: boolean;
  absent: Value;
  /** What the value must be, for the error. */
  rule: string;
  allowed?: readonly string[];
  /** Undefined when the value is not one. */
  read: (raw: unknown) => Value | undefined;
}): Parameter<Value> {
  const { name, code, schema, isRequired = false, absent, rule, allowed, read } = definition;
  const refuse = (detail: string) => new ServiceError(code, detail, { parameter: name, allowed });
  return {
    name,
    schema,
    isRequired,
    parse(raw) {
      if (isAbsent(raw)) {
        if (isRequired) throw refuse(`${name} is required: ${rule}.`);
        return absent;
      }
      if (Array.isArray(raw)) throw refuse(`${name} was given more than once: ${rule}.`);
      const value = read(raw);
      if (value === undefined) throw refuse(`${name} must be ${rule}.`);
      return value;
    },
  };
}
