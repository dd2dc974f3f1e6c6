/** The revisions of the protocol that have a baseline in `conformance-baseline`, oldest first. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

export type Revision = (typeof REVISIONS)[number];

/** Those the tool server speaks: what a run without `--revision` checks. The others are reported as pending. */
export const SPOKEN: readonly Revision[] = ['2025-11-25', '2026-07-28'];
