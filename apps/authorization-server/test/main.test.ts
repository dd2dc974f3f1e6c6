import { describeServiceGuarantees } from '@funnel/testing/service-guarantees';
import { authorizationServerSecrets } from '@funnel/fixtures';
import { fileURLToPath } from 'node:url';

describeServiceGuarantees({
  service: 'authorization-server',
  script: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  portVariable: 'AUTHORIZATION_SERVER_PORT',
  env: authorizationServerSecrets(),
  paths: {
    path: '/.well-known/oauth-authorization-server',
    bodyPath: '/token',
    longPath: '/.well-known/oauth-authorization-server',
  },
});
