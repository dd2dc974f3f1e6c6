import { z } from 'zod';

// Kinds of variables. `description` is what a valid value looks like, `meaning` what the variable is for; docs/reference/configuration.md
// shows both, and the error for an invalid value the first.

interface WholeNumber {
  from: number;
  to: number;
  fallback: number;
  /** The noun in the description. */
  what: string;
  meaning: string;
}

export function wholeNumber({ from, to, fallback, what, meaning }: WholeNumber) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .default(fallback)
    .meta({ meaning, description: `${what}, ${from} to ${to}`, example: String(fallback) });
}

export const milliseconds = (time: Omit<WholeNumber, 'what'>) =>
  wholeNumber({ ...time, what: 'milliseconds' });

export const httpUrl = z.url({ protocol: /^https?$/ });

export const port = (fallback: number) =>
  wholeNumber({
    from: 0,
    to: 65_535,
    fallback,
    what: 'a port (0 picks a free one)',
    meaning: 'the port of the service',
  });

export const resource = (fallback: string) =>
  httpUrl
    .regex(/^[^#]+$/)
    .transform((text) => text.replace(/\/$/, ''))
    .default(fallback)
    .meta({
      meaning: 'the address of the service as its clients know it: the audience of its tokens',
      description: 'an http or https address; https in production',
      example: fallback,
    });

export const statementTimeout = (
  fallback: number,
  meaning = 'PostgreSQL gives up a statement after this time; a connection without an answer two seconds later is replaced',
) => milliseconds({ from: 10, to: 3_600_000, fallback, meaning });

/** A password for something else, which has rules of its own; optional. */
export const anyPassword = (meaning: string) =>
  z.string().optional().meta({ meaning, description: 'a password', example: '...', isSecret: true });

export const password = (minLength: number, meaning: string) =>
  z
    .string()
    .min(minLength)
    .optional()
    .meta({ meaning, description: `at least ${minLength} characters`, example: '...', isSecret: true });

/** A comma-separated list whose entries are validated one by one. */
export const entriesOf = <Entry extends z.ZodType<unknown, string>>(entry: Entry) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(entry))
    .default([]);

/** An http or https address without a path. */
export const hostUrl = z
  .url()
  .regex(/^https?:\/\/[^/?#@]+\/?$/)
  .transform((text) => text.replace(/\/$/, ''));

/** A comma-separated list whose entries match the pattern, in lower case. */
export function listOf({ source }: RegExp) {
  return z
    .string()
    .regex(new RegExp(`^(${source})( *, *(${source}))*$`, 'i'))
    .transform((text) => text.toLowerCase().split(/ *, */))
    .default([]);
}
