import { DASHBOARD_CLIENT_ID, ServiceError } from '@funnel/domain';
import { type Actor, type Connection, inReadTransaction } from '@funnel/db';
import {
  createShareLink,
  findShareLink,
  type LinkScope,
  listOpenings,
  listShareLinks,
  revokeShareLink,
  shareableWebsites,
  type ShareLink,
} from '@funnel/sharing';
import { z } from 'zod';
import { type CampaignNames, readCampaignNames, requireCampaign } from '../output/campaign-names.ts';
import { pageBlock } from '../output/pagination.ts';
import { bodySchema, readBody } from '../read-body.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { choice, identifier, perPageOf } from '../parameters/kinds.ts';
import { oneOfWebsites, page, websiteId, websiteIds } from '../parameters/shared.ts';
import {
  linkBody,
  type linkSchema,
  linksSchema,
  newLinkBody,
  newLinkSchema,
  openingBody,
  openingsSchema,
} from './link-schema.ts';

const PATH = '/beyond-v1/share-links';
const MAX_PER_PAGE = 100;

/** What all operations of share links share: they are about what the person of the token has shared. */
const SHARING = {
  scope: 'sharing',
  isPersonal: true,
  tag: 'Share links',
  transaction: 'none',
  caching: 'no-store',
} as const;

const linkId = identifier({ description: 'The id of a link.' });
const state = choice('state', ['active', 'ended', 'all'], {
  code: 'invalid_status',
  fallback: 'all',
  description: 'active: what shows something now. ended: what was revoked, has expired, or lost the right.',
});

/** Lists, creates and revokes share links, and says who opened them. */
export const linkOperations = [
  defineOperation({
    ...SHARING,
    name: 'list_share_links',
    title: 'List share links',
    method: 'GET',
    path: PATH,
    summary: 'What was shared, and how often it was opened',
    description:
      'The links of the person and of the accounts that the person owns, about websites of the token. A link that has ended disappears after 30 days.',
    websiteRule: 'some',
    parameters: {
      website_id: oneOfWebsites,
      website_ids: websiteIds,
      state,
      page,
      per_page: perPageOf('Links', MAX_PER_PAGE),
    },
    output: linksSchema,
    errors: [],
    example: { parameters: { state: 'active' } },
    async run(context, input) {
      const { database } = context;
      const scope = scopeOf(context);
      const { links, total } = await listShareLinks(database, scope, {
        ...(input.state !== 'all' && { isActive: input.state === 'active' }),
        start: (input.page - 1) * input.per_page,
        limit: input.per_page,
      });
      return {
        body: {
          links: await bodiesOf(context, links),
          pagination: pageBlock(input, total),
          shareable_website_ids: await shareableWebsites(database, scope),
        },
      };
    },
  }),
  defineOperation({
    ...SHARING,
    name: 'create_share_link',
    title: 'Create a share link',
    method: 'POST',
    path: PATH,
    summary: 'Show a website or a campaign to people without an account',
    description:
      'Creates a link to the reports of a website or campaign and returns its secret, once (201). A request_id that was sent before creates nothing and returns that link without its secret (200). A person has at most 100 active links and makes at most 200 an hour; readers share nothing.',
    websiteRule: 'one',
    parameters: { website_id: websiteId },
    body: bodySchema(newLinkBody),
    output: newLinkSchema,
    errors: ['invalid_body', 'invalid_field', 'not_found'],
    example: {
      parameters: {},
      body: {
        request_id: '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64',
        name: 'Monthly review',
        campaign_id: 101,
        days: 30,
      },
    },
    async run(context, _input, sent) {
      const body = readBody(newLinkBody, sent);
      const { database, website, linkPasswords: hash } = context;
      if (!hash) throw new Error('Only the REST API makes share links');
      const { request_id: requestId, name, campaign_id: campaignId, days: lifeDays, password } = body;
      const request = { requestId, name, campaignId, lifeDays, password, websiteId: website.id };
      const campaignName = await namesOf(context, [request]);
      requireCampaign(campaignName, request);
      const { userId } = scopeOf(context);
      const options = { hash, by: actorOf(context) };
      const { id, secret } = await createShareLink(database, { ...request, userId }, options);
      const [made] = await bodiesOf(context, [await requireLink(context, id)]);
      if (!made) throw noLink();
      return { status: secret === undefined ? 200 : 201, body: { ...made, secret: secret ?? null } };
    },
  }),
  defineOperation({
    ...SHARING,
    name: 'list_share_link_openings',
    title: 'Who opened a share link',
    method: 'GET',
    path: `${PATH}/{id}/openings`,
    summary: 'When and from where a link was opened',
    description:
      'The link, and its openings with network and browser: of each network the first and the newest, at most 20, and at most 1,000 in all. A page that stays open counts once; previews of chats and mail programs count, too.',
    websiteRule: 'all',
    parameters: { id: linkId },
    output: openingsSchema,
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      const [link] = await bodiesOf(context, [await requireLink(context, id)]);
      if (!link) throw noLink();
      const openings = await listOpenings(context.database, scopeOf(context), id);
      return { body: { link, openings: openings.map(openingBody) } };
    },
  }),
  defineOperation({
    ...SHARING,
    name: 'revoke_share_link',
    title: 'Revoke a share link',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'End a link at once',
    description:
      'Ends a link for good, also on pages that are open now. Its maker and the owners of the account can do it. The list has it for another 30 days.',
    websiteRule: 'all',
    parameters: { id: linkId },
    output: z.object({ message: z.string() }).meta({ id: 'RevokedShareLink' }),
    errors: ['not_found'],
    example: { parameters: { id: 1 } },
    async run(context, { id }) {
      if (!(await revokeShareLink(context.database, scopeOf(context), id, actorOf(context)))) throw noLink();
      return { body: { message: 'The link was revoked and shows nothing more.' } };
    },
  }),
] as const;

function scopeOf({ caller: { actorId }, websites }: OperationContext): LinkScope {
  if (actorId === null) throw new Error('A link belongs to a person');
  return { userId: actorId, websiteIds: websites.map(({ id }) => id) };
}

/** The dashboard is the product itself: what people do on its pages they do themselves. */
function actorOf({ caller: { actorId, clientId, address } }: OperationContext): Actor {
  return { actorId, address, clientId: clientId === DASHBOARD_CLIENT_ID ? null : clientId };
}

async function bodiesOf(
  context: OperationContext,
  links: readonly ShareLink[],
): Promise<z.input<typeof linkSchema>[]> {
  const campaignName = await namesOf(context, links);
  const { userId: personId } = scopeOf(context);
  return links.map((link) => linkBody(link, { personId, now: context.now, campaignName }));
}

async function namesOf(
  context: OperationContext,
  links: readonly Pick<ShareLink, 'websiteId' | 'campaignId'>[],
): Promise<CampaignNames> {
  if (links.every(({ campaignId }) => campaignId === null)) return () => null;
  const read = (connection: Connection) => readCampaignNames(connection, context, links);
  return inReadTransaction(context.database, scopeOf(context).websiteIds, read);
}

async function requireLink(context: OperationContext, id: number): Promise<ShareLink> {
  const link = await findShareLink(context.database, scopeOf(context), id);
  if (!link) throw noLink();
  return link;
}

function noLink(): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such link that you may see about the websites of this token. Or it was revoked before.',
    { parameter: 'id' },
  );
}
