import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import type { AdmissionOptions } from '@funnel/service';

/** What every endpoint needs. */
export interface IntakeDependencies extends AdmissionOptions<Principal> {
  database: Database;
}
