import type { z } from 'zod';

type Values = Readonly<Record<string, unknown>>;

/** A password may have its own variable, so that an address contains no secret and a password any character. */
const PAIRS = [
  ['DATABASE_URL', 'DATABASE_PASSWORD'],
  ['REDIS_URL', 'REDIS_PASSWORD'],
] as const;

/** A replica has the users of its primary. */
const REPLICA = ['DATABASE_READ_URL', 'DATABASE_PASSWORD'] as const;

/** Returns the configuration with each password inside its address. */
export function insertPasswords<Config extends Values>(config: Config): Config {
  const addresses = [...PAIRS, REPLICA].flatMap(([address, password]) => {
    const [url, secret] = [config[address], config[password]];
    const isMissing = typeof url === 'string' && new URL(url).password === '';
    return isMissing && typeof secret === 'string' ? [[address, withPassword(url, secret)]] : [];
  });
  return { ...config, ...Object.fromEntries(addresses) };
}

/** Rejects a password without an address, or for an address that has one. */
export function checkPasswords(config: Values, ctx: z.RefinementCtx): void {
  for (const [address, password] of PAIRS) {
    if (config[password] === undefined) continue;
    const reject = (message: string) => ctx.addIssue({ code: 'custom', path: [password], message });
    const url = config[address];
    if (typeof url !== 'string') reject(`needs ${address}: set it, or remove ${password}`);
    else if (new URL(url).password !== '')
      reject(`is set, and ${address} has a password: remove one of them`);
  }
}

function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}
