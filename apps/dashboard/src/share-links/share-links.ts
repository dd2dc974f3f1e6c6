import type { components } from '@funnel/client';

export type ShareLink = components['schemas']['ShareLink'];
export type ShareLinkOpening = components['schemas']['ShareLinkOpenings']['openings'][number];

export interface Website {
  id: number;
  name: string;
  account_name: string;
}

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
