import { ServiceError } from '@funnel/domain';
import type { Handler } from '@funnel/service';

/** PostgreSQL stores no null character, and no honest client sends one. */
export function hasNull(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => hasNull(name) || hasNull(item));
}

export const rejectNullInAddress: Handler = (req, _res, next) => {
  if (/%00|\0/.test(req.url ?? '')) next(nullCharacter());
  else next();
};

export function nullCharacter(): ServiceError {
  return new ServiceError('invalid_field', 'A parameter contains a null character.');
}

/** No client needs as many, and to read thousands of them takes long. */
const MAX_PARAMETERS = 200;

export const rejectManyParameters: Handler = (req, _res, next) => {
  const { length } = (req.url ?? '').split('&', MAX_PARAMETERS + 1);
  if (length <= MAX_PARAMETERS) return next();
  const detail = `The address has more than ${MAX_PARAMETERS} parameters.`;
  next(new ServiceError('payload_too_large', detail));
};
