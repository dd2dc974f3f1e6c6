import { RolloutError } from './rollout-error.mjs';

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const host = {
  test: (text) => HOST.test(text),
  means: 'a host name, such as api.example.com, without https:// and without a path',
};

/** What the settings of .env must be. Those that are not here are optional and read by the services. */
const RULES = {
  API_DOMAIN: host,
  TOOLS_DOMAIN: host,
  EVENTS_DOMAIN: host,
  AUTH_DOMAIN: { ...host, isOptional: true },
  ACME_EMAIL: { test: (text) => /^[^\s@]+@[^\s@]+$/.test(text), means: 'an e-mail address' },
  AUTHORIZATION_SERVER_ISSUER: {
    test: (text) => text.startsWith('https://') && URL.canParse(text) && !text.endsWith('/'),
    means: 'an address, such as https://auth.example.com, without a slash at its end',
  },
  FUNNEL_IMAGES: {
    test: (text) => /^[\w.:/-]+[^/]$/.test(text),
    means: 'where the images are, such as registry.example.com/funnel',
  },
  FUNNEL_USER: {
    test: (text) => /^\d+:\d+$/.test(text),
    means: 'a user and a group by number, such as 1000:1000',
    isOptional: true,
  },
  BACKUP_HOUR: {
    test: (text) => /^(1?\d|2[0-3])$/.test(text),
    means: 'an hour from 0 to 23',
    isOptional: true,
  },
  BACKUP_KEEP_DAYS: {
    test: (text) => /^[1-9]\d{0,4}$/.test(text),
    means: 'a number of days',
    isOptional: true,
  },
  POSTGRES_MEMORY_MB: {
    test: (text) => /^[1-9]\d{0,7}$/.test(text),
    means: 'a number of megabytes',
    isOptional: true,
  },
};

/** Fails with one line for each setting that cannot work, before anything is started. */
export function checkSettings(settings) {
  const wrong = Object.entries(RULES).filter(([name, { test, isOptional }]) => {
    const text = settings[name] ?? '';
    return text === '' ? !isOptional : !test(text);
  });
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ([name, { means }]) =>
      `  ${name} must be ${means}; it is ${settings[name] ? `"${settings[name]}"` : 'missing'}`,
  );
  throw new RolloutError(`Nothing was started. Correct .env:\n${lines.join('\n')}`);
}
