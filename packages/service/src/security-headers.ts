import helmet from 'helmet';

/** API responses are not pages: they may load nothing and be framed nowhere. The API reference sets its own policy. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
});
