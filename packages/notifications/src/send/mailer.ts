import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Attempt } from '../outbox/prepared.ts';
import { inTime } from './in-time.ts';

export interface OutgoingMail {
  /** Without brackets: the same in every attempt. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Ends the channel by a POST (RFC 8058). */
  unsubscribe: string | undefined;
}

/** Sends mails, or keeps them. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<Attempt>;
  close(): void;
}

/** Together shorter than the lease of a message. */
const [CONNECT_MS, SILENCE_MS, WHOLE_MS] = [10_000, 20_000, 60_000];
const CONNECTIONS = 3;
/** Of a subject, in the name of a file. */
const MAX_WORDS = 8;

/** Sends mails over SMTP. `url` has user name and password; `from` is an address with or without a name. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send(mail) {
      try {
        const { response } = await inTime(transport.sendMail(envelopeOf(mail)), WHOLE_MS, tookTooLong);
        return { outcome: 'sent', answer: response };
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Keeps each mail in a folder instead of sending it: as it would be sent (.eml), and its picture (.html). */
export function keepingMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport(
    { streamTransport: true, buffer: true, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  return {
    async send(mail) {
      try {
        const { message } = await transport.sendMail(envelopeOf(mail));
        // Mails have links that act for their readers.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, fileNameOf(mail));
        await write(`${file}.html`, mail.html);
        await write(`${file}.eml`, message as Buffer);
        return { outcome: 'sent', answer: `kept as ${fileNameOf(mail)}.eml` };
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Its subject, and the start of its id, which keeps two apart and is the same in every attempt. */
function fileNameOf({ subject, messageId }: OutgoingMail): string {
  const words = subject.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...words.slice(0, MAX_WORDS), messageId.replaceAll(/\W/g, '').slice(0, 8)].join('-');
}

/** Renamed when complete, so that nobody opens half of it. */
async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function envelopeOf({ messageId, to, subject, text, html, unsubscribe }: OutgoingMail) {
  return {
    messageId: `<${messageId}>`,
    // An address, never a list: a comma in it would be a second reader.
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: {
      // No answers of absence, please.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** Those who refuse a reader for good say so with 5xx; all else may pass. */
function failureOf(error: unknown): Attempt {
  const { responseCode, message, command } = error as {
    responseCode?: number;
    message?: string;
    command?: string;
  };
  const answer = message ?? String(error);
  const isForGood =
    responseCode !== undefined && responseCode >= 500 && command !== 'AUTH' && command !== 'CONN';
  return { outcome: isForGood ? 'refused' : 'later', answer };
}

/** A server that answers a little now and then would take for ever. */
function tookTooLong(): never {
  throw new Error('The mail server took too long.');
}
