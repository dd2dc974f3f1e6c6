import { createHash } from 'node:crypto';
import { PAGE_PATHS } from '../pages/page-paths.ts';
import type { Shared } from './share-client.ts';

const SECRET = /^fnl_sl_[0-9A-Za-z]{49}$/;
const ID_LENGTH = 16;
const SHARED = /^\/shared\/([\w-]{16})(?=[/?]|$)/;

export function isLinkSecret(text: unknown): text is string {
  return typeof text === 'string' && SECRET.test(text);
}

/** What the pages of a link have in their addresses. It tells links apart, and says nothing about the secret. */
export function sharedIdOf(secret: string): string {
  return createHash('sha256').update(`shared:${secret}`).digest('base64url').slice(0, ID_LENGTH);
}

export function sharedBase(id: string): string {
  return `/shared/${id}`;
}

/** The link that an address is about, as the request line has it. */
export function sharedIdIn(target: string): string | undefined {
  return SHARED.exec(target)?.[1];
}

export function sharedBaseIn(target: string): string | undefined {
  const id = sharedIdIn(target);
  return id === undefined ? undefined : sharedBase(id);
}

/** The pages of a link: the same as those of a person, but for the overview. */
export const SHARED_PATHS = PAGE_PATHS.filter((path) => path !== '/').map((path) => `/shared/:shared${path}`);

export function firstPage(id: string, { websiteId, campaignId }: Shared): string {
  const website = `${sharedBase(id)}/websites/${websiteId}`;
  return campaignId === null ? website : `${website}/campaigns/${campaignId}`;
}

/** Whether a page is inside of what is shared. Whether a variant belongs to the campaign, the REST API knows. */
export function isPageOf({ websiteId, campaignId }: Shared, path: string): boolean {
  const [, website, kind, id] =
    /^\/shared\/[^/]+\/websites\/(\d+)(?:\/([a-z]+)(?:\/(\d+))?)?\/?$/.exec(path) ?? [];
  if (Number(website) !== websiteId) return false;
  if (campaignId === null) return true;
  if (id === undefined) return false;
  return kind === 'campaigns' ? Number(id) === campaignId : true;
}
