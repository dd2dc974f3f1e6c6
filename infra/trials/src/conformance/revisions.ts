/** The protocol revisions to test, oldest first. Each has a baseline. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** One of them. */
export type Revision = (typeof REVISIONS)[number];
