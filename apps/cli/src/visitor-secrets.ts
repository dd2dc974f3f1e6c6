import { assertVisitorSecrets, type Database } from '@funnel/db';
import { VisitorSecrets } from '@funnel/domain';

/** The secrets of a command that hashes visitors, if the database is used with them; otherwise the command fails. */
export async function visitorSecretsOf(
  database: Database,
  config: { VISITOR_SECRET: string[] },
): Promise<VisitorSecrets> {
  const secrets = new VisitorSecrets(config.VISITOR_SECRET);
  await assertVisitorSecrets(database, secrets);
  return secrets;
}
