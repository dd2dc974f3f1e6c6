import { z } from 'zod';

const SECRET_MIN_LENGTH = 32;

const clientSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .min(SECRET_MIN_LENGTH);

/** One secret, or a new one and old ones that are still accepted. */
export const clientSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(z.tuple([clientSecret], clientSecret));

/** What is said of every such secret. */
export const CLIENT_SECRET = {
  description: `a secret of at least ${SECRET_MIN_LENGTH} printable characters; to rotate it, the new one, a comma and the old one`,
  isSecret: true,
};

export const introspectionClient = {
  INTROSPECTION_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .default('funnel-services')
    .meta({
      meaning: 'the client id of the services for token introspection',
      description: 'a name of letters, digits, dots and hyphens',
      example: 'funnel-services',
    }),
  INTROSPECTION_CLIENT_SECRET: clientSecrets.meta({
    meaning:
      'the secret of that client: the services send the first one, the authorization server accepts all',
    ...CLIENT_SECRET,
  }),
};

/** One key, or a new one followed by old ones that still decrypt. */
export const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)*$/)
  .transform(
    (text) => new Uint8Array(Buffer.concat(text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))),
  );

/** What is said of every such key. */
export const ENCRYPTION_KEY = {
  description:
    '32 random bytes in Base64, generated with: openssl rand -base64 32; to rotate it, the new one, a comma and the old one',
  example: '...',
  isSecret: true,
};

export const apiKeyEncryptionKey = encryptionKey.meta({
  meaning: 'encrypts the legacy keys of the websites in the database',
  ...ENCRYPTION_KEY,
});

export const identityEncryptionKey = encryptionKey.optional().meta({
  meaning: 'encrypts the secrets of one-time codes in the database; without it people can only use passkeys',
  ...ENCRYPTION_KEY,
});

/** The secrets that hash visitors, for whatever hashes them: the one for new websites, followed by old ones. */
export const visitorSecret = {
  VISITOR_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)*$/)
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .default([])
    .meta({
      meaning:
        'hashes the visitors of new websites, so that nobody can choose tokens that count too much or find a visitor in the counts; the same wherever it is set; without it they are hashed without a secret',
      ...ENCRYPTION_KEY,
    }),
};
