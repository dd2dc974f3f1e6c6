import { ServiceError } from '@funnel/domain';
import type { Handler } from '@funnel/service';

/** PostgreSQL stores no null character, and no honest client sends one. */
export const rejectNullInAddress: Handler = (req, _res, next) => {
  const isRejected = /%00|\0/.test(req.url ?? '');
  next(isRejected ? new ServiceError('invalid_field', 'A parameter contains a null character.') : undefined);
};

/** No client needs as many, and to read thousands of them takes long. */
const MAX_PARAMETERS = 200;

export const rejectManyParameters: Handler = (req, _res, next) => {
  const { length } = (req.url ?? '').split('&', MAX_PARAMETERS + 1);
  if (length <= MAX_PARAMETERS) return next();
  const detail = `The address has more than ${MAX_PARAMETERS} parameters.`;
  next(new ServiceError('payload_too_large', detail));
};
