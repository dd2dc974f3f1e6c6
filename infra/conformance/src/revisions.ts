/** The revisions of the protocol that the tool server is checked at, each with its baseline; oldest first. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

export type Revision = (typeof REVISIONS)[number];
