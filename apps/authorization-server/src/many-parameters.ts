import { ServiceError } from '@funnel/domain';
import type { Handler } from '@funnel/service';

/** No client needs as many, and to read thousands of them takes long. */
const MAX_PARAMETERS = 200;

/** Rejects a request whose address has too many parameters. */
export const rejectManyParameters: Handler = (req, _res, next) => {
  const { length } = (req.url ?? '').split('&', MAX_PARAMETERS + 1);
  if (length <= MAX_PARAMETERS) return next();
  const detail = `The address has more than ${MAX_PARAMETERS} parameters.`;
  next(new ServiceError('payload_too_large', detail));
};
