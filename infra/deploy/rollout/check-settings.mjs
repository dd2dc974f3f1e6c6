import { RolloutError } from './rollout-error.mjs';

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[a-z][a-z0-9-]*[a-z0-9]$/;
/** Those of .env.example: nobody gets a certificate for them. */
const EXAMPLE = /(^|[.@/])example\.(com|net|org)(\/|$)/;
const PROFILES = ['authorization-server', 'monitoring'];
const DOMAINS = ['API_DOMAIN', 'TOOLS_DOMAIN', 'EVENTS_DOMAIN', 'DASHBOARD_DOMAIN', 'AUTH_DOMAIN'];
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const LOCALHOST_FILE = 'compose.localhost.yaml';

const host = {
  pattern: HOST,
  means: 'a host name in lower case, such as api.oak-linen.com, without https:// and without a path',
};
const optional = (pattern, means) => ({ pattern, means, isOptional: true });

/** What the settings of .env must be. Those that are not here are optional and read by the services. */
const RULES = {
  API_DOMAIN: host,
  TOOLS_DOMAIN: host,
  EVENTS_DOMAIN: host,
  DASHBOARD_DOMAIN: host,
  AUTH_DOMAIN: { ...host, isOptional: true },
  ACME_EMAIL: { pattern: /^[^\s@]+@[^\s@]+$/, means: 'an e-mail address' },
  AUTHORIZATION_SERVER_ISSUER: {
    pattern: /^https:\/\/[^/].*[^/]$/,
    test: (text) => URL.canParse(text) && isPlain(new URL(text), text),
    means: 'an address, such as https://auth.oak-linen.com, in lower case and without a slash at its end',
  },
  COMPOSE_PROFILES: optional(
    new RegExp(`^(${PROFILES.join('|')})(,(${PROFILES.join('|')}))*$`),
    `empty, or ${PROFILES.join(', ')}, separated by commas without spaces`,
  ),
  MAIL_FROM: optional(
    /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'an e-mail address, such as reports@oak-linen.com',
  ),
  FUNNEL_IMAGES: {
    pattern: /^[a-z0-9][a-z0-9._:/-]*[a-z0-9]$/,
    means: 'where the images are, such as registry.oak-linen.com/funnel, in lower case',
  },
  FUNNEL_USER: optional(/^\d+:\d+$/, 'a user and a group by number, such as 1000:1000'),
  LOG_LEVEL: optional(new RegExp(`^(${LEVELS.join('|')})$`), `one of ${LEVELS.join(', ')}`),
  BACKUP_HOUR: optional(/^(1?\d|2[0-3])$/, 'an hour from 0 to 23'),
  BACKUP_KEEP_DAYS: optional(/^[1-9]\d{0,4}$/, 'a number of days'),
  POSTGRES_MEMORY_MB: optional(/^[1-9]\d{0,7}$/, 'a number of megabytes'),
};

/** Fails with one line for each setting that cannot work, before anything is started. */
export function checkSettings(settings, repeated = []) {
  const lines = [
    ...repeated.map((name) => `${name} must be there once`),
    ...Object.entries(RULES).flatMap(([name, rule]) => single(name, settings[name] ?? '', rule)),
  ];
  // Only settings that make sense alone can be compared.
  if (lines.length === 0) lines.push(...together(settings));
  if (lines.length > 0)
    throw new RolloutError(
      `Nothing was started. Correct .env:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
}

function single(name, text, { pattern, test = () => true, means, isOptional }) {
  if (text === '') return isOptional ? [] : [`${name} must be ${means}; it is missing`];
  if (!pattern.test(text) || !test(text)) return [`${name} must be ${means}; it is "${text}"`];
  return EXAMPLE.test(text) ? [`${name} must be your own; it is still the example "${text}"`] : [];
}

function together(settings) {
  const { AUTH_DOMAIN: auth = '', AUTHORIZATION_SERVER_ISSUER: issuer, COMPOSE_FILE: files = '' } = settings;
  const hasOwn = (settings.COMPOSE_PROFILES ?? '').split(',').includes('authorization-server');
  const names = DOMAINS.filter((name) => settings[name]);
  const twice = names.filter((name, index) =>
    names.slice(0, index).some((other) => settings[other] === settings[name]),
  );
  const isLocal = names.some((name) => settings[name].endsWith('.localhost'));
  return [
    ...twice.map((name) => `${name} must differ from the other domains; "${settings[name]}" is there twice`),
    ...(hasOwn && auth === '' ? ['AUTH_DOMAIN must be set with the profile authorization-server'] : []),
    ...(!hasOwn && auth !== ''
      ? [
          'COMPOSE_PROFILES must contain authorization-server, or AUTH_DOMAIN must be empty for another server',
        ]
      : []),
    ...(hasOwn && auth !== '' && issuer !== `https://${auth}`
      ? [`AUTHORIZATION_SERVER_ISSUER must be https://${auth}, the address of AUTH_DOMAIN; it is "${issuer}"`]
      : []),
    ...(isLocal && !files.split(':').includes(LOCALHOST_FILE)
      ? [`COMPOSE_FILE must be compose.yaml:${LOCALHOST_FILE} with names that end with .localhost`]
      : []),
  ];
}

/** As it will be compared: the same letters, nothing behind. */
function isPlain({ origin, pathname, search, hash }, text) {
  return search === '' && hash === '' && text === `${origin}${pathname === '/' ? '' : pathname}`;
}
