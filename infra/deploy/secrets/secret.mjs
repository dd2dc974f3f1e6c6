// The secrets of a deployment. Plain JavaScript without dependencies, so that it runs with Node alone, before anything is installed.
import { encryptionKey, randomSecret, signingKeys } from '../../local/secret-makers.mjs';

/** The services, each with a database role of its own. */
export const SERVICES = [
  'rest-api',
  'mcp-server',
  'authorization-server',
  'insights-worker',
  'event-intake',
  'dashboard',
];

/** Alerts reach nobody until an operator writes an address. */
export const NO_ALERT_ADDRESS = 'http://write-your-address.invalid/';

/** Mails wait until an operator writes the address of a mail server: the worker takes `.invalid` as none. */
const NO_MAIL_SERVER = 'smtp://write-your-address.invalid';

const restartOf = (who) => `write the new one, and restart ${who}`;

/** Every secret that `npm run -s secrets` makes. A test holds the list against the schemas of the services. */
export const SECRETS = [
  {
    variable: 'POSTGRES_PASSWORD',
    purpose: 'the owner of the database: migrations, roles and commands',
    make: randomSecret,
    rotate: "change it in PostgreSQL (`alter role funnel password '...'`), then write the new one",
  },
  {
    variable: 'REDIS_PASSWORD',
    purpose: 'Redis: the queue and the counters of the rate limits',
    make: randomSecret,
    rotate: restartOf('Redis and every service that uses it, together'),
  },
  ...SERVICES.map((service) => ({
    variable: `${service.replaceAll('-', '_').toUpperCase()}_DATABASE_PASSWORD`,
    purpose: `the database role of ${service}`,
    make: randomSecret,
    rotate: `write the new one, run \`roles\` again, and restart ${service}`,
  })),
  {
    variable: 'INTROSPECTION_CLIENT_SECRET',
    purpose: 'the services at the authorization server, to check tokens',
    make: randomSecret,
    rotate:
      'write the new one, a comma and the old one, restart the authorization server, then the services; then write the new one alone',
  },
  {
    variable: 'API_KEY_ENCRYPTION_KEY',
    purpose: 'encrypts the legacy keys of the websites in the database',
    make: encryptionKey,
    rotate:
      'write the new key, a comma and the old key, restart the REST API; run `reseal`; then write the new key alone. If it is lost, so are the legacy keys',
  },
  {
    variable: 'IDENTITY_ENCRYPTION_KEY',
    purpose: 'encrypts the secrets of one-time codes in the database',
    make: encryptionKey,
    rotate:
      'write the new key, a comma and the old key, and restart the authorization server; the old key stays for those who do not sign in. If it is lost, people sign in with recovery codes or passkeys and set up new one-time codes',
  },
  {
    variable: 'NOTIFICATIONS_ENCRYPTION_KEY',
    purpose:
      'encrypts the addresses and secrets of webhooks and Slack in the database, and signs the links in mails',
    make: encryptionKey,
    rotate:
      'write the new key, a comma and the old key, restart the authorization server, the REST API and the insights worker; run `reseal`; then write the new key alone, after a month if links in older mails should still work. If it is lost, people enter webhooks and Slack again, and links in older mails end',
  },
  {
    variable: 'VISITOR_SECRET',
    purpose: 'hashes the visitors of websites',
    make: encryptionKey,
    rotate:
      'see [the secret of visitors](#the-secret-of-visitors): write the new one, a comma and the old one, restart the event intake and the authorization server, run `migrate`; `clear` and load each website again; then write the new one alone. **If it is lost, nothing can be recorded for the websites that use it until they are cleared and loaded again**',
  },
  {
    variable: 'AUTHORIZATION_SERVER_COOKIE_KEYS',
    purpose: 'signs the cookies of the login and consent pages',
    make: randomSecret,
    rotate:
      'put the new key in front, separated by a comma, and restart the authorization server; remove the old one after a day',
  },
  {
    variable: 'AUTHORIZATION_SERVER_JWKS',
    purpose: 'signs ID tokens',
    make: signingKeys,
    rotate:
      'put a new key in front of `keys`, and restart the authorization server; remove the old one after a day',
  },
  {
    variable: 'DASHBOARD_CLIENT_SECRET',
    purpose: 'the dashboard at the authorization server, to sign people in',
    make: randomSecret,
    rotate:
      'write the new one, a comma and the old one, restart the authorization server, then the dashboard; then write the new one alone',
  },
  {
    variable: 'DASHBOARD_ENCRYPTION_KEY',
    purpose: 'encrypts the tokens of those who are signed in to the dashboard',
    make: encryptionKey,
    rotate:
      'write the new key, a comma and the old key, and restart the dashboard; remove the old one after a week. If it is lost, people sign in again',
  },
  {
    variable: 'QUEUE_PAGE_PASSWORD',
    purpose: 'the page of the queue of the insights worker',
    make: randomSecret,
    rotate: restartOf('the insights worker'),
  },
  {
    variable: 'SMTP_URL',
    purpose: 'the mail server, with user name and password; you write it, and mails wait until then',
    make: () => NO_MAIL_SERVER,
    rotate: restartOf('the insights worker'),
  },
  {
    variable: 'GRAFANA_ADMIN_PASSWORD',
    purpose: 'the login admin of Grafana, with the profile monitoring',
    make: randomSecret,
    rotate: restartOf('Grafana'),
  },
  {
    variable: 'ALERT_WEBHOOK_URL',
    purpose: 'where alerts are sent to, with the profile monitoring; you write it',
    make: () => NO_ALERT_ADDRESS,
    rotate: restartOf('Alertmanager'),
  },
];

/** The file of a secret: the variable in lower case. */
export function fileNameOf({ variable }) {
  return variable.toLowerCase();
}

/** The Secret that the manifests of infra/deploy/kubernetes mount. */
export const KUBERNETES_SECRET = 'funnel-secrets';

/** A Kubernetes Secret. JSON strings are YAML strings, so nothing else needs escaping. */
export function kubernetesSecret(values) {
  const lines = SECRETS.map(
    (secret) => `  ${fileNameOf(secret)}: ${JSON.stringify(values.get(secret.variable) ?? '')}\n`,
  );
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${KUBERNETES_SECRET}\ntype: Opaque\nstringData:\n${lines.join('')}`;
}
