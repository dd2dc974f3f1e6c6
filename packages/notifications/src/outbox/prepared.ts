import type { Message } from '../messages/message.ts';

/** Where a message goes, with everything that is needed to send it. */
export type Destination =
  | { kind: 'email'; to: string }
  | { kind: 'slack'; url: string }
  | { kind: 'webhook'; url: string; secrets: readonly string[] };

export interface PreparedMessage {
  /** The same in every attempt. */
  id: string;
  /** Null for a letter. */
  channelId: number | null;
  message: Message;
  destination: Destination;
  language: string;
  timeZone: string;
  createdAt: Date;
}

export type Attempt =
  | { outcome: 'sent'; answer: string }
  /** Tried again, not before `wishSeconds`. */
  | { outcome: 'later'; answer: string; wishSeconds?: number | undefined }
  /** There is nobody yet who could send it: it waits, and this does not count as an attempt. */
  | { outcome: 'held'; answer: string }
  /** The receiver will never take this message. */
  | { outcome: 'refused'; answer: string }
  /** The receiver wants nothing any more. */
  | { outcome: 'gone'; answer: string };

/** Sends a message. Never throws. */
export type Send = (prepared: PreparedMessage) => Promise<Attempt>;
