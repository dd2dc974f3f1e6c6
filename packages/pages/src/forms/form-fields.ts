/** What a form has sent: a field that is repeated is a list. */
export type FormFields = Record<string, string | string[]>;

/** Allows a choice among a few thousand websites. */
export const MAX_FORM_FIELDS = 5_000;

/** Reads the body of a form; undefined if it has too many fields. Not slower for a field that is repeated thousands of times. */
export function formFields(text: string): FormFields | undefined {
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MAX_FORM_FIELDS) return undefined;
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const before = fields.get(name);
    if (Array.isArray(before)) before.push(value);
    else fields.set(name, before === undefined ? value : [before, value]);
  }
  return Object.fromEntries(fields);
}

/** A text of a form; undefined if it is missing, so that only an empty field removes something. */
export function sentText(body: unknown, name: string): string | undefined {
  const value = ((body ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** A text of a form; empty if it is missing. */
export function textOf(body: unknown, name: string): string {
  return sentText(body, name) ?? '';
}

/** The message that the query of an address names as what has just happened, if it is one of these. */
export function noticeOf(query: unknown, messages: Readonly<Record<string, string>>): string | undefined {
  const name = textOf(query, 'notice');
  return Object.hasOwn(messages, name) ? messages[name] : undefined;
}
