import { isEmail, MAX_EMAIL_LENGTH, plainPhone, ServiceError } from '@funnel/domain';

/** E-mails are stored and looked up in this form. */
function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * The e-mail of a query. An unencoded "+" arrives as a space, which no stored e-mail contains, so a space is read as
 * the "+" it was.
 */
export function emailOfQuery(text: string): string {
  return normalizeEmail(text).replace(/^[^@]*/, (local) => local.replaceAll(' ', '+'));
}

/** The phone of a query: a space before a country code was an unencoded "+". Country codes never begin with 0. */
export function phoneOfQuery(text: string): string {
  return text.replace(/^ (?=[1-9])/, '+');
}

/** Reads an e-mail: undefined keeps the stored one, null clears it, "" counts as absent. */
export function readEmail(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return value === null ? null : undefined;
  const email = typeof value === 'string' ? normalizeEmail(value) : '';
  if (!isEmail(email) || !isStorable(email)) {
    throw new ServiceError(
      'invalid_email',
      `email must be an address like name@example.com, of at most ${MAX_EMAIL_LENGTH} characters.`,
      {
        parameter: 'email',
      },
    );
  }
  return email;
}

/** Reads a phone: spaces, dots, dashes and brackets are dropped, a leading 00 becomes +. */
export function readPhone(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return value === null ? null : undefined;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const phone = plainPhone(text);
  if (phone === undefined) {
    throw new ServiceError(
      'invalid_phone',
      'phone must have 7 to 15 digits, with + before the country code.',
      {
        parameter: 'phone',
      },
    );
  }
  return phone;
}

/** Whether PostgreSQL can store a text: no null character, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
