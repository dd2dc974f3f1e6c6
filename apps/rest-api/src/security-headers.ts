import helmet from 'helmet';

/** Nothing here is a page, so nothing may be loaded by or around it; `/docs` states its own policy. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
});
