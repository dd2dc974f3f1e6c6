import { types } from 'node:util';
import { type DestinationStream, type Level, type Logger, pino, stdTimeFunctions } from 'pino';

import { traceIds } from './spans.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: Level | 'silent';
  /** Adds the ids of the current trace to every line. */
  isTraced?: boolean;
  /** Standard output by default. Tests pass their own. */
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

/** Creates a logger that writes JSON lines. It masks secrets by their key, and inside any text by their form. */
export function createLogger({ service, level, isTraced = false, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      ...(isTraced && { mixin: () => traceIds() ?? {} }),
      serializers: { err: describeError },
      redact: { paths: SECRET_KEYS.flatMap(atAnyDepth), censor: '[redacted]' },
      hooks: { streamWrite: maskSecrets },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

const REPEAT_MS = 60_000;

/** Returns a function that logs an error, but the same error only once a minute: a lost connection fails again and again. */
export function logOnce(logger: Logger, message: string): (error: unknown) => void {
  let last = '';
  let lastAt = 0;
  return (error) => {
    const text = String(error);
    if (text === last && performance.now() - lastAt < REPEAT_MS) return;
    last = text;
    lastAt = performance.now();
    logger.error({ err: error }, message);
  };
}

interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorDescription;
}

/** Picks the properties to log. All others are dropped, because database errors contain the values of a row. */
function describeError(error: unknown): ErrorDescription {
  if (!types.isNativeError(error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

function atAnyDepth(key: string): string[] {
  const [first, nested] = key.startsWith('"') ? [`[${key}]`, `[${key}]`] : [key, `.${key}`];
  return [first, `*${nested}`, `*.*${nested}`];
}

/**
 * Masks passwords in addresses and credentials in messages. It also removes the parameters of a failed query from the
 * message and the stack, because they are personal data. The line is JSON, so \n is escaped.
 */
function maskSecrets(line: string): string {
  return line
    .replace(/(:\/\/[^:@/\s"]*:)[^@/\s"]+@/g, '$1[redacted]@')
    .replace(/\b(Bearer |Basic |api_key=)[\w.~+/=-]+/gi, '$1[redacted]')
    .replace(/\bfnl_\w{20,}/g, '[redacted]')
    .replace(/\\nparams: (?:[^"\\]|\\.)*?(?=\\n {4}at |")/g, '');
}
