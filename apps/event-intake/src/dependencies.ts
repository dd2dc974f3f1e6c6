import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import type { AdmissionOptions } from '@funnel/service';

export interface IntakeDependencies extends AdmissionOptions<Principal> {
  database: Database;
}
