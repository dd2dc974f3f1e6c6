import { ServiceError } from '@funnel/domain';
import { type FormFields, formFields, MAX_FORM_FIELDS } from '@funnel/pages';

/** Reads the body of a form. Throws a ServiceError for too many fields, and for a null character, which PostgreSQL cannot store. */
export function readForm(body: unknown): FormFields {
  const text = typeof body === 'string' ? body : '';
  if (/%00|\0/.test(text)) throw new ServiceError('invalid_field', 'The form contains a null character.');
  const fields = formFields(text);
  if (!fields)
    throw new ServiceError('payload_too_large', `The form has more than ${MAX_FORM_FIELDS} fields.`);
  return fields;
}
