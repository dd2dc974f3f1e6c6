import { notificationChannels } from '@funnel/db/schema';

/** The columns of what a channel sends, where and when. */
export const WISHES = {
  name: notificationChannels.name,
  websiteIds: notificationChannels.websiteIds,
  breaks: notificationChannels.breaks,
  verdicts: notificationChannels.verdicts,
  digest: notificationChannels.digest,
  noData: notificationChannels.noData,
  language: notificationChannels.language,
  timeZone: notificationChannels.timeZone,
  digestHour: notificationChannels.digestHour,
  quietFrom: notificationChannels.quietFrom,
  quietTo: notificationChannels.quietTo,
};

/** The columns of a channel as it is listed: neither its address nor a secret. */
export const LISTED = {
  id: notificationChannels.id,
  ...WISHES,
  userId: notificationChannels.userId,
  accountId: notificationChannels.accountId,
  kind: notificationChannels.kind,
  email: notificationChannels.email,
  hint: notificationChannels.hint,
  confirmedAt: notificationChannels.confirmedAt,
  failingSince: notificationChannels.failingSince,
  switchedOffAt: notificationChannels.switchedOffAt,
  offReason: notificationChannels.offReason,
  previousSecretUntil: notificationChannels.previousSecretUntil,
  createdAt: notificationChannels.createdAt,
};

type Stored = typeof notificationChannels.$inferSelect;

export type Channel = Pick<Stored, keyof typeof LISTED>;

export type ChannelKind = Channel['kind'];

/**
 * What is sent, about which websites, and when. `breaks` are campaigns that break, stay broken and recover; `verdicts` experiments that
 * are decided; `digest` is the week, on Mondays; `noData` are websites without events, which only owners of the account get.
 */
export type ChannelWishes = Pick<Stored, keyof typeof WISHES>;

/** Whose a channel is: a person's, which ends with their rights, or an account's, which stays when people leave. */
export type ChannelOwner =
  | { userId: number; accountId?: undefined }
  | { accountId: number; userId?: undefined };

export type ChannelTarget =
  | { kind: 'email'; email: string; isConfirmed: boolean }
  | { kind: 'slack' | 'webhook'; url: string };

/** Who changes a channel, for the audit log: a person, a program, or nobody for an operator's command. */
export interface ChannelActor {
  actorId?: number | null | undefined;
  clientId?: string | null | undefined;
  /** The network. */
  address?: string | null | undefined;
  email?: string | undefined;
}
