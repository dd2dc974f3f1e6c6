import type { Handler } from '@funnel/service';
import { SCOPES } from '@funnel/domain';

const DEFAULT_SCOPE = 'reports';
const KNOWN = new Set<string>(SCOPES);

/** A request that names none of our scopes asks for reports: without one it could only end in a refusal. */
export const withDefaultScope: Handler = (req, _res, next) => {
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const scopes = parameters.getAll('scope');
  const asked = scopes.flatMap((text) => text.split(' ')).filter(Boolean);
  if (scopes.length <= 1 && !asked.some((scope) => KNOWN.has(scope))) {
    parameters.set('scope', [DEFAULT_SCOPE, ...asked].join(' '));
    req.url = `${path}?${parameters.toString()}`;
  }
  next();
};
