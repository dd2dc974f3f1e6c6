import { CONTACT_TEXT_FIELDS, type ContactChange, type ContactTextField } from '@funnel/contacts';
import { ServiceError } from '@funnel/domain';
import { invalidField } from '../read-body.ts';
import { isStorable, readEmail, readPhone } from './contact-keys.ts';

const RESERVED = ['id', 'website_id', 'created_at', 'updated_at'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** PostgreSQL rejects JSON that is nested too deeply. */
const MAX_DEPTH = 50;

type TextField = Exclude<ContactTextField, 'email' | 'phone'>;

/** Validates a request body; throws a ServiceError that names the field. Rules: docs/reference/http.md#contacts. */
export function readContactBody(body: unknown): Omit<ContactChange, 'websiteId'> {
  if (!isObject(body)) throw new ServiceError('invalid_body', 'The body must be a JSON object.');
  const reserved = Object.keys(body).find((field) => RESERVED.includes(field));
  if (reserved)
    throw new ServiceError('reserved_field', `${reserved} is set by the service and cannot be sent.`, {
      parameter: reserved,
    });
  const email = readEmail(body['email']);
  const phone = readPhone(body['phone']);
  if (!email && !phone) {
    throw new ServiceError(
      'email_or_phone_required',
      'Send an email or a phone: one of them identifies the contact.',
    );
  }
  return {
    email,
    phone,
    visitorToken: readVisitorToken(body['visitor_token']),
    texts: readTexts(body),
    extra: { ...readFreeForm('extra', body['extra']), ...readCustomFields(body) },
    data: readFreeForm('data', body['data']),
  };
}

function readTexts(body: Record<string, unknown>): ContactChange['texts'] {
  const texts: Partial<Record<TextField, string | null>> = {};
  for (const [field, value] of Object.entries(body)) {
    if (isTextField(field)) texts[field] = readText(field, value);
  }
  if (body['first_name'] !== undefined) texts.name = readText('first_name', body['first_name']);
  return texts;
}

function readText(field: string, value: unknown): string | null {
  if (value === null) return null;
  const text = textOf(field, value);
  if (text === undefined || !isStorable(text)) {
    const also = field === 'tags' ? ', or an array of strings' : '';
    throw invalidField(
      field,
      `${field} must be a string, number or boolean${also}, without null characters.`,
    );
  }
  return text;
}

function textOf(field: string, value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  const isList = field === 'tags' && Array.isArray(value) && value.every((tag) => typeof tag === 'string');
  return isList ? value.join(', ') : undefined;
}

/** Fields that a contact does not have are stored in `extra`. */
function readCustomFields(body: Record<string, unknown>): Record<string, unknown> {
  const known = (field: string) =>
    isTextField(field) || ['email', 'phone', 'first_name', 'visitor_token', 'extra', 'data'].includes(field);
  const custom = Object.entries(body).filter(([field]) => !known(field));
  for (const [field, value] of custom) requireStorable(field, { [field]: value });
  return Object.fromEntries(custom);
}

function readFreeForm(field: 'extra' | 'data', value: unknown): Record<string, unknown> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw invalidField(field, `${field} must be an object.`);
  requireStorable(field, value);
  return value;
}

function readVisitorToken(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new ServiceError('invalid_visitor_token', 'visitor_token must be a UUID.', {
    parameter: 'visitor_token',
  });
}

function requireStorable(field: string, value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw invalidField(field, `${field} is nested more than ${MAX_DEPTH} levels deep.`);
    const texts = level.flatMap((item) =>
      typeof item === 'string' ? [item] : isObject(item) ? Object.keys(item) : [],
    );
    if (!texts.every(isStorable))
      throw invalidField(field, `${field} holds a null character or a lone surrogate.`);
    level = level.flatMap((item) =>
      Array.isArray(item) ? (item as unknown[]) : isObject(item) ? Object.values(item) : [],
    );
  }
}

function isTextField(field: string): field is TextField {
  return Object.hasOwn(CONTACT_TEXT_FIELDS, field) && field !== 'email' && field !== 'phone';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
