import { z } from 'zod';
import { entriesOf, httpUrl } from './kinds.ts';
import { ENCRYPTION_KEY, encryptionKey } from './secret-variables.ts';

export const notifications = {
  NOTIFICATIONS_ENCRYPTION_KEY: encryptionKey.optional().meta({
    meaning:
      'encrypts the addresses and secrets of webhooks and Slack, and signs the links in mails; the same for all services; without it nobody is told anything',
    ...ENCRYPTION_KEY,
  }),
  ALLOWED_PRIVATE_RECEIVERS: entriesOf(httpUrl.transform((address) => new URL(address).origin)).meta({
    meaning: 'receivers of webhooks that may be in a private network or without https, for trials',
    description: 'origins, separated by commas',
    example: 'http://127.0.0.1:8080',
  }),
};

export const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      meaning:
        'sends mails; without it, or with a host that ends with `.invalid`, they wait, or are kept in `MAIL_FOLDER`',
      description:
        'an address smtp://… (with STARTTLS if the server offers it) or smtps://…, with user name and password',
      example: 'smtps://user:password@smtp.example.com',
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .default('Funnel Reporting <no-reply@localhost>')
    .meta({
      meaning: 'who mails are from',
      description: 'an e-mail address, with or without a name',
      example: 'Funnel Reporting <reports@example.com>',
    }),
  MAIL_FOLDER: z.string().min(1).optional().meta({
    meaning: 'keeps mails in this folder instead of sending them, for trials',
    description: 'the path of a folder',
    example: '/tmp/mail',
  }),
};

export const issuerAddress = httpUrl
  .transform((text) => text.replace(/\/$/, ''))
  .default('http://127.0.0.1:3002')
  .meta({
    meaning: 'the authorization server as browsers know it, for links in messages',
    description: 'an http or https address',
    example: 'https://auth.example.com',
  });
