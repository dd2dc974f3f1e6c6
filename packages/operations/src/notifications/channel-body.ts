import { resolveWebsites } from '@funnel/auth';
import type { MemberRole } from '@funnel/db';
import { mailAddress } from '@funnel/domain';
import type { Channel, ChannelOwner, ChannelTarget, ChannelWishes } from '@funnel/notifications';
import { z } from 'zod';
import type { OperationContext } from '../operation.ts';
import { invalidField } from '../read-body.ts';

const hour = z.int().min(0).max(23);
/** What a channel shall send, and when. */
export const wishes = {
  name: z.string().describe('For people, up to 100 characters.'),
  website_ids: z
    .array(z.int().min(1))
    .min(1)
    .nullable()
    .describe(
      'What it is about: websites of the token, at least one, all of one account. Null, and websites of several accounts, only with a token that covers its person: all websites, also those added later.',
    ),
  breaks: z.boolean().describe('Campaigns that break, stay broken for a week and work again.'),
  verdicts: z.boolean().describe('Experiments that are decided.'),
  digest: z.boolean().describe('The week, on Mondays.'),
  no_data: z
    .boolean()
    .describe(
      'Websites that send no data. A person is told only as an owner of the account, and otherwise needs something else, too.',
    ),
  language: z.string().describe('A BCP 47 tag: how numbers and dates are written.'),
  time_zone: z.string().describe('Of the IANA database, such as Europe/Vienna.'),
  digest_hour: hour.describe('The hour of the digest, in the time zone.'),
  quiet_from: hour.nullable().describe('From this hour nothing is sent; it waits. Null: never.'),
  quiet_to: hour.nullable().describe('Until this hour nothing is sent. Null: never.'),
};

export const newChannelBody = z.strictObject({
  request_id: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'must have 16 to 64 letters, digits, _ or -')
    .optional()
    .describe('Any text of 16 to 64 characters. A second request with it within a day creates nothing.'),
  account_id: z
    .int()
    .min(1)
    .optional()
    .describe(
      'The account that it belongs to, and stays with when people leave. Only for its owner, with a token that covers the person.',
    ),
  kind: z.enum(['email', 'slack', 'webhook']).describe('How messages are sent.'),
  url: z
    .string()
    .optional()
    .describe('Where a webhook or Slack listens. Stored encrypted and never returned.'),
  email: z
    .string()
    .optional()
    .describe('Where mail goes. Its reader has to agree first, by a link in a mail.'),
  ...wishes,
  breaks: wishes.breaks.default(true),
  verdicts: wishes.verdicts.default(true),
  digest: wishes.digest.default(false),
  no_data: wishes.no_data.default(true),
  language: wishes.language.default('en'),
  time_zone: wishes.time_zone.default('UTC'),
  digest_hour: wishes.digest_hour.default(8),
  quiet_from: wishes.quiet_from.default(null),
  quiet_to: wishes.quiet_to.default(null),
});

/** The body that changes one: what is left out stays as it is. */
export const channelChangeBody = z
  .strictObject({
    ...wishes,
    enabled: z
      .boolean()
      .describe('False switches it off, true on again. Whoever has unsubscribed is asked first.'),
  })
  .partial();

/** What a channel shall send, checked against the websites of the token, and of the account that it belongs to. */
export function wishesOf(body: z.output<typeof newChannelBody>, context: OperationContext): ChannelWishes {
  return {
    name: body.name,
    websiteIds: websitesOf(body.website_ids, body.account_id, context),
    breaks: body.breaks,
    verdicts: body.verdicts,
    digest: body.digest,
    noData: body.no_data,
    language: body.language,
    timeZone: body.time_zone,
    digestHour: body.digest_hour,
    quietFrom: body.quiet_from,
    quietTo: body.quiet_to,
  };
}

/** The changes of a body: only what was given, because somebody else may change the rest at the same time. */
export function changedWishes(
  { accountId }: Pick<Channel, 'accountId'>,
  { enabled: _enabled, website_ids, ...change }: z.output<typeof channelChangeBody>,
  context: OperationContext,
): Partial<ChannelWishes> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [camelCase(name), value])),
    ...(website_ids !== undefined && {
      websiteIds: websitesOf(website_ids, accountId ?? undefined, context),
    }),
  };
}

function websitesOf(
  websiteIds: readonly number[] | null,
  accountId: number | undefined,
  { websites, person }: OperationContext,
): ChannelWishes['websiteIds'] {
  if (websiteIds === null && person) return null;
  if (websiteIds === null)
    throw invalidField(
      'website_ids',
      'website_ids can be null only with a token that covers all that its person may see.',
    );
  const within = websites.filter((website) => accountId === undefined || website.accountId === accountId);
  return resolveWebsites({ websiteIds: within.map(({ id }) => id) }, { website_ids: websiteIds });
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Where a new channel sends to. The reader of the person's own address need not be asked. */
export function targetOf(
  { kind, url, email }: z.output<typeof newChannelBody>,
  { person }: OperationContext,
): ChannelTarget {
  const field = kind === 'email' ? 'email' : 'url';
  const other = kind === 'email' ? url : email;
  const value = kind === 'email' ? email : url;
  if (value === undefined || other !== undefined)
    throw invalidField(field, `A channel of the kind ${kind} needs ${field}, and nothing else.`);
  if (kind !== 'email') return { kind, url: value };
  const isOwn = person?.isVerified === true && mailAddress(value.trim().toLowerCase()) === person.email;
  return { kind, email: value, isConfirmed: isOwn };
}

/** A person's token makes channels of the person, or of an account that they own; any other one those of the account of its websites. */
export function ownerOf(
  { account_id: wanted }: z.output<typeof newChannelBody>,
  {
    context,
    wishes: { websiteIds },
    target: { kind },
    roles,
  }: {
    context: OperationContext;
    wishes: ChannelWishes;
    target: ChannelTarget;
    /** Of the person, by account. */
    roles: ReadonlyMap<number, MemberRole> | undefined;
  },
): ChannelOwner {
  const { person } = context;
  if (wanted !== undefined) {
    if (person && roles?.get(wanted) === 'owner' && kind !== 'email') return { accountId: wanted };
    throw invalidField(
      'account_id',
      'account_id must be an account that the person of the token owns, and kind not email. The token must cover all that the person may see.',
    );
  }
  return person ? { userId: person.id } : ownerByWebsites(context, websiteIds, kind);
}

function ownerByWebsites(
  { caller: { actorId }, websites }: OperationContext,
  websiteIds: ChannelWishes['websiteIds'],
  kind: ChannelTarget['kind'],
): ChannelOwner {
  const accounts = new Set(
    websites.filter(({ id }) => websiteIds?.includes(id)).map((each) => each.accountId),
  );
  const [accountId, ...others] = accounts;
  if (accountId === undefined || others.length > 0)
    throw invalidField(
      'website_ids',
      'website_ids must be of one account. Create a channel for each account.',
    );
  if (actorId !== null) return { userId: actorId };
  if (kind === 'email')
    throw invalidField(
      'kind',
      'kind can be email only with the token of a person. Use a webhook or Slack, or add the address on the page for notifications.',
    );
  return { accountId };
}
