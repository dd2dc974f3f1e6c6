import { type AuthorizationServer } from '@funnel/fixtures';
import { createLogger, readConfig } from '@funnel/service';
import { companySettings } from '../../src/app.ts';
import { checkCompanyPeople } from '../../src/company-login/check-company-people.ts';
import { configSchema } from '../../src/config.ts';

/** Asks the providers as the hourly check does, so much later. */
export async function checkCompany(
  app: AuthorizationServer,
  env: Readonly<Record<string, string>>,
  aheadMs: number,
  { mails = true } = {},
): Promise<void> {
  const settings = companySettings(
    readConfig(configSchema, {
      DATABASE_URL: 'postgres://unused.example/unused',
      INTROSPECTION_CLIENT_SECRET: 'i'.repeat(40),
      AUTHORIZATION_SERVER_COOKIE_KEYS: 'k'.repeat(32),
      AUTHORIZATION_SERVER_JWKS: JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: '', y: '', d: '' }] }),
      AUTHORIZATION_SERVER_ISSUER: app.url,
      ...env,
    }),
  );
  if (!settings) throw new Error('company logins are off');
  const logger = createLogger({
    service: 'authorization-server',
    level: 'info',
    destination: { write: () => {} },
  });
  const clock = () => new Date(Date.now() + aheadMs);
  await checkCompanyPeople({
    ...settings,
    database: app.database,
    mailsFrom: mails ? app.url : undefined,
    clock,
    logger,
  });
}
