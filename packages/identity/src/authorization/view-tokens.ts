import type { Database } from '@funnel/db';
import { bytea, float8, int4, nullable, text, timestamptz } from '@funnel/db/sql';
import { isId, type WebsiteId } from '@funnel/domain';
import { secretHash, newToken } from '@funnel/secrets';
import { statement } from '../statement.ts';
import type { RecordPayload } from './record-payload.ts';

export const VIEW_TOKEN_SECONDS = 600;

/** The only scope of a view token. */
const SCOPE = 'reports';

/** The token to create. It is part of a grant, and ends with it at the latest. */
export interface ViewTokenRequest {
  grantId: string;
  /** The audience, which must be one of the grant's. */
  resource: string;
  websiteId: WebsiteId;
  /** Null: the whole website. */
  campaignId: number | null;
  /** At most `VIEW_TOKEN_SECONDS`, which is the default. */
  lifeSeconds?: number | undefined;
}

export interface IssuedViewToken {
  token: string;
  expiresAt: Date;
}

/** What an introspection says about a view token beside its website. */
export interface ViewClaims {
  /** Only of a token for a campaign. */
  campaign_ids?: number[];
  token_use: 'view';
}

const issue = statement(
  'issue-view-token',
  {
    tokenHash: bytea(),
    grantId: text(),
    grantIdHash: bytea(),
    resource: text(),
    scope: text(),
    lifeSeconds: float8(),
    website: int4(),
    campaign: nullable(int4()),
  },
  { expires_at: timestamptz() },
);

/**
 * Creates a token that shows the reports of one website or campaign, for browsers of people who have no account. Undefined if the grant has
 * ended or is for another service. Whether the grant still covers the website is decided when the token is used.
 */
export async function issueViewToken(
  { sql }: Database,
  { grantId, resource, websiteId, campaignId, lifeSeconds = VIEW_TOKEN_SECONDS }: ViewTokenRequest,
): Promise<IssuedViewToken | undefined> {
  const token = newToken('view');
  const [row] = await issue(sql, {
    tokenHash: secretHash(token),
    grantId,
    grantIdHash: secretHash(grantId),
    resource,
    scope: SCOPE,
    lifeSeconds: Math.min(lifeSeconds, VIEW_TOKEN_SECONDS),
    website: websiteId,
    campaign: campaignId,
  });
  return row && { token, expiresAt: new Date(row.expires_at) };
}

/** What a stored token shows; undefined for one that is not a view token. A malformed one shows nothing. */
export function viewOf(
  payload: RecordPayload,
): { websiteId: number | undefined; claims: ViewClaims } | undefined {
  if (payload['gty'] !== 'view') return undefined;
  const { websiteId, campaignId } = (payload['shows'] ?? {}) as Record<string, unknown>;
  const isWhole = campaignId === undefined;
  return {
    websiteId: isId(websiteId) ? websiteId : undefined,
    claims: { ...(!isWhole && { campaign_ids: isId(campaignId) ? [campaignId] : [] }), token_use: 'view' },
  };
}
