import { MAX_ID, onlyPrinted } from '@funnel/domain';
import { MAX_LINK_DAYS, MAX_OPENINGS, type ShareLink, type ShareLinkOpening } from '@funnel/sharing';
import { z } from 'zod';
import type { CampaignNames } from '../output/campaign-names.ts';
import { recordTime } from '../output/envelope.ts';
import { pageSchema } from '../output/pagination.ts';

const MAX_NAME_LENGTH = 80;
/** Shorter than the password of a person: it is of no use without the link. */
const [MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH] = [8, 200];

export const newLinkBody = z.strictObject({
  request_id: z
    .guid()
    .describe(
      'A UUID that you make for this link. Sent again, it makes no second link, so you can try again.',
    ),
  name: z
    .string()
    // Control characters would change how a list is shown.
    .transform((text) => onlyPrinted(text).trim())
    .pipe(z.string().min(1).max(MAX_NAME_LENGTH))
    .describe(`For your list, up to ${MAX_NAME_LENGTH} characters. Whoever opens the link does not see it.`),
  campaign_id: z
    .int()
    .min(1)
    .max(MAX_ID)
    .nullable()
    .default(null)
    .describe('Only this campaign of the website. Null: the whole website.'),
  days: z
    .int()
    .min(1)
    .max(MAX_LINK_DAYS)
    .default(30)
    .describe('How long it is valid. The owner of the account may allow less.'),
  password: z
    .string()
    .min(MIN_PASSWORD_LENGTH)
    .max(MAX_PASSWORD_LENGTH)
    .nullable()
    .default(null)
    .describe('Who opens the link must enter it. Stored as a hash. Null: no password.'),
});

/** A link as the API shows it, without its secret. */
export const linkSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    website_id: z.int(),
    campaign_id: z.int().nullable().describe('Null: the whole website.'),
    campaign_name: z.string().nullable().describe('Null as well if the campaign is gone.'),
    state: z
      .enum(['active', 'revoked', 'expired', 'ended'])
      .describe('ended: its maker may no longer share the website.'),
    has_password: z.boolean().describe('Whether it opens only with a password.'),
    is_own: z.boolean().describe('Whether the person of the token made it.'),
    made_by: z.string().nullable().describe('The e-mail address of its maker.'),
    created_at: recordTime,
    expires_at: recordTime,
    openings: z.int().describe(`How often it was opened. At most ${MAX_OPENINGS} openings are kept.`),
    last_opened_at: recordTime.nullable().describe('Null: nobody has opened it.'),
  })
  .meta({ id: 'ShareLink' });

export const linksSchema = z
  .object({
    links: z.array(linkSchema).describe('The newest first.'),
    pagination: pageSchema,
    shareable_website_ids: z
      .array(z.int())
      .describe('Of the websites that were asked for, those that the person may share.'),
  })
  .meta({ id: 'ShareLinks' });

/** A link with its secret, which is returned once. */
export const newLinkSchema = linkSchema
  .extend({
    secret: z
      .string()
      .nullable()
      .describe(
        'The page of the link is /s/ and this secret at the address of the dashboard. Null if the request was sent before.',
      ),
  })
  .meta({ id: 'NewShareLink' });

/** A link, with who opened it. */
export const openingsSchema = z
  .object({
    link: linkSchema,
    openings: z
      .array(
        z.object({
          opened_at: recordTime,
          network: z.string().nullable().describe('Null if it is not known.'),
          browser: z.string().nullable().describe('What the browser says it is: anything.'),
        }),
      )
      .describe('The newest first.'),
  })
  .meta({ id: 'ShareLinkOpenings' });

export function linkBody(
  link: ShareLink,
  { personId, now, campaignName }: { personId: number; now: Date; campaignName: CampaignNames },
): z.input<typeof linkSchema> {
  const { id, name, websiteId, campaignId, hasPassword, userId, email, openings } = link;
  return {
    id,
    name,
    website_id: websiteId,
    campaign_id: campaignId,
    campaign_name: campaignName(link),
    state: stateOf(link, now),
    has_password: hasPassword,
    is_own: userId === personId,
    made_by: email,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    openings,
    last_opened_at: link.lastOpenedAt?.toISOString() ?? null,
  };
}

function stateOf({ isActive, revokedAt, expiresAt }: ShareLink, now: Date) {
  if (isActive) return 'active';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'ended';
}

export function openingBody({ openedAt, network, browser }: ShareLinkOpening) {
  return { opened_at: openedAt.toISOString(), network, browser };
}
