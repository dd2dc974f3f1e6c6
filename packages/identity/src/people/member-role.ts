import type { accountMembers } from '@funnel/db/schema';

/** Owners see and revoke the tokens of all members, and invite people. Readers create no tokens and change nothing. */
export type MemberRole = (typeof accountMembers.$inferSelect)['role'];
