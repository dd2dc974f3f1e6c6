import { setTimeout as sleep } from 'node:timers/promises';
import { assertVisitorSecrets, type Database, VisitorSecretError } from '@funnel/db';
import type { VisitorSecrets } from '@funnel/domain';
import type { Logger } from '../observability/logger.ts';
import { StartRefusedError } from './start-refused.ts';

/** Then the service starts, and is ready once the database has answered. */
const MAX_WAIT_MS = 3_000;

/** Compares the secrets of this process with those of the database: at the start, and while it runs. */
export function hashingWith(secrets: VisitorSecrets, database: Database, logger: Logger) {
  const check = () => assertVisitorSecrets(database, secrets);
  return {
    checks: { visitor_secret: check },
    /** Fails if the database is used with another secret than this process has. */
    async beforeListening() {
      if (secrets.names.length === 0)
        logger.warn(
          'VISITOR_SECRET is not set: visitors are hashed without a secret; see docs/reference/secrets.md#the-secret-of-visitors',
        );
      const checked = check().catch((error: unknown) => {
        // A database that is down or not migrated is a matter of readiness.
        if (error instanceof VisitorSecretError) throw new StartRefusedError(error.message);
      });
      await Promise.race([checked, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    },
  };
}
