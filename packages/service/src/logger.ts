import { type DestinationStream, type Level, type Logger, pino, stdTimeFunctions } from 'pino';
import { describeError } from './describe-error.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: Level | 'silent';
  /** Standard output unless a test wants to read the lines. */
  destination?: DestinationStream;
}

const SECRET_KEYS = [
  'authorization',
  'cookie',
  '"set-cookie"',
  '"x-api-key"',
  'api_key',
  'apiKey',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'id_token',
  'client_secret',
  'clientSecret',
  'code_verifier',
  'password',
];

/** JSON lines on standard output. Secrets are masked by key, and inside any text by their shape. */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: SECRET_KEYS.flatMap(atAnyDepth), censor: '[redacted]' },
      hooks: { streamWrite: maskSecrets },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

function atAnyDepth(key: string): string[] {
  const [first, nested] = key.startsWith('"') ? [`[${key}]`, `[${key}]`] : [key, `.${key}`];
  return [first, `*${nested}`, `*.*${nested}`];
}

/**
 * What no key tells: passwords of addresses, credentials inside a message, and the parameters that a failed
 * query names in its message (and so in the stack), which are personal data. The line is JSON, so \n is escaped.
 */
function maskSecrets(line: string): string {
  return line
    .replace(/(:\/\/[^:@/\s"]*:)[^@/\s"]+@/g, '$1[redacted]@')
    .replace(/\b(Bearer |Basic |api_key=)[\w.~+/=-]+/gi, '$1[redacted]')
    .replace(/\\nparams: (?:[^"\\]|\\.)*?(?=\\n {4}at |")/g, '');
}
