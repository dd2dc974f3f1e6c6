import type { CHANNEL_KINDS } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';

/** How messages reach somebody. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What is sent, about which websites, and when. */
export interface ChannelWishes {
  name: string;
  /** Null: all websites that its owner may see. */
  websiteIds: WebsiteId[] | null;
  /** Campaigns that break, stay broken and recover. */
  breaks: boolean;
  /** Experiments that are decided. */
  verdicts: boolean;
  /** The week, on Mondays. */
  digest: boolean;
  /** Websites without events; only owners of the account get these. */
  noData: boolean;
  /** A BCP 47 tag: how numbers and dates are written. */
  language: string;
  /** Of the IANA database. */
  timeZone: string;
  /** The hour of the digest. */
  digestHour: number;
  /** Hours of the day between which nothing is sent. Null: none. */
  quietFrom: number | null;
  quietTo: number | null;
}

/** Whose a channel is: a person's, which ends with their rights, or an account's, which stays when people leave. */
export type ChannelOwner =
  | { userId: number; accountId?: undefined }
  | { accountId: number; userId?: undefined };

/** Where messages go. */
export type ChannelTarget =
  | { kind: 'email'; email: string; isConfirmed: boolean }
  | { kind: 'slack' | 'webhook'; url: string };

/** A channel as it is listed. */
export interface Channel extends ChannelWishes {
  id: number;
  userId: number | null;
  accountId: number | null;
  kind: ChannelKind;
  email: string | null;
  /** What people see of the address. */
  hint: string;
  confirmedAt: Date | null;
  failingSince: Date | null;
  switchedOffAt: Date | null;
  /** Why it was switched off. */
  offReason: string | null;
  previousSecretUntil: Date | null;
  createdAt: Date;
}

/** Who changes a channel, for the audit log: a person, a program, or nobody for an operator's command. */
export interface ChannelActor {
  actorId?: number | null | undefined;
  clientId?: string | null | undefined;
  /** The network. */
  address?: string | null | undefined;
  /** The person's own e-mail address. */
  email?: string | undefined;
}
