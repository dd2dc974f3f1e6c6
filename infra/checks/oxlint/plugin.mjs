import { noTrustedWebsiteId } from './no-trusted-website-id.mjs';
import { noWallClock } from './no-wall-clock.mjs';

export default {
  meta: { name: 'funnel' },
  rules: { 'no-trusted-website-id': noTrustedWebsiteId, 'no-wall-clock': noWallClock },
};
