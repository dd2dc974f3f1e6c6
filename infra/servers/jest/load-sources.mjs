import { register } from 'node:module';

/** For `node --import`: modules of this process may be TypeScript. */
register('./load-sources-hooks.mjs', import.meta.url);
