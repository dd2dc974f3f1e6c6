import { openDatabase } from '@funnel/db';
import { findUserByEmail } from '@funnel/identity';
import { addChannel } from '@funnel/notifications';

/**
 * The person of the demo gets e-mails about what breaks, and about the last week at once. Only the first time: whoever
 * removes the channel does not want it.
 */
export async function addDemoChannel(
  env: NodeJS.ProcessEnv & { DATABASE_URL: string },
  email: string,
): Promise<void> {
  const key = env['NOTIFICATIONS_ENCRYPTION_KEY'];
  if (!key) return;
  const database = openDatabase({
    url: env.DATABASE_URL,
    applicationName: 'funnel-local',
    maxConnections: 1,
  });
  try {
    const person = await findUserByEmail(database, email);
    if (!person) return;
    const known = await database.sql`
      select from security_events where kind = 'notifications_added' and user_id = ${person.id} limit 1`;
    if (known.length > 0) return;
    const { id } = await addChannel(
      database,
      {
        name: 'My e-mail',
        owner: { userId: person.id },
        target: { kind: 'email', email, isConfirmed: true },
        websiteIds: null,
        breaks: true,
        verdicts: true,
        digest: true,
        noData: true,
        language: 'en',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        digestHour: 8,
        quietFrom: null,
        quietTo: null,
      },
      { encryptionKey: Buffer.from(key.split(',')[0] ?? '', 'base64') },
    );
    await database.sql`update notification_channels set next_digest_at = now() where id = ${id}`;
  } finally {
    await database.close();
  }
}
