/** A link, as the REST API lists it. */
export interface ShareLink {
  id: number;
  name: string;
  website_id: number;
  /** Null: the whole website. */
  campaign_id: number | null;
  campaign_name: string | null;
  state: 'active' | 'revoked' | 'expired' | 'ended';
  has_password: boolean;
  is_own: boolean;
  made_by: string | null;
  created_at: string;
  expires_at: string;
  openings: number;
  last_opened_at: string | null;
}

export interface ShareLinkOpening {
  opened_at: string;
  network: string | null;
  browser: string | null;
}

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
