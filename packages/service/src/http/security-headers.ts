import helmet from 'helmet';
import type { Handler } from './handler.ts';

/** API responses are not pages: they may load nothing and be framed nowhere. The API reference sets its own policy. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
});

/** Tells browsers to use https only, for a year. Mount it where the address of the service is https. */
export const strictTransport: Handler = (_req, res, next) => {
  res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  next();
};
