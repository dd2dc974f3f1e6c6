import type { components } from '@funnel/client';

export type ShareLink = components['schemas']['ShareLink'];
export type ShareLinkOpening = components['schemas']['ShareLinkOpenings']['openings'][number];

/** A website of the person. */
export interface Website {
  id: number;
  name: string;
  account_name: string;
}

/** What was shared, and what can be. */
export interface SharedThings {
  active: ShareLink[];
  /** The newest of those that have ended. */
  ended: ShareLink[];
  endedCount: number;
  /** Those that the person may see. */
  websites: Website[];
  /** Those of them that the person may share. */
  shareable: Website[];
}
