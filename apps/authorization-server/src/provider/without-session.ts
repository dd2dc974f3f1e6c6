import type { Handler } from '@funnel/service';
import type { Provider } from 'oidc-provider';

/**
 * oidc-provider's own session begins anew with every authorization: whoever was logged in there before is nobody's
 * business, `people` knows who is there now.
 */
export function withoutSession(provider: Provider): Handler {
  const name = provider.cookieName('session');
  const own = new Set([name, `${name}.sig`]);
  return (req, _res, next) => {
    const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    req.headers.cookie = cookies.filter((cookie) => !own.has(cookie.split('=', 1)[0] ?? '')).join('; ');
    next();
  };
}
