import type { components } from '@funnel/client';
import { ServiceError } from '@funnel/domain';
import type { RestAnswer } from '../account/ask-about-account.ts';
import type { Visit } from '../account/account-visits.ts';
import type { SharedThings, Website } from './share-links.ts';

/** The operations of share links, below `/api`. */
export const PATH = '/beyond-v1/share-links';
/** An account with more active links than fit on so many pages shows the newest. */
const MAX_PAGES = 20;

type Ask = Visit['ask'];

type Page = components['schemas']['ShareLinks'];

/** Reads what the page shows: all active links, the newest of the ended ones, and the websites. */
export async function readShared(ask: Ask): Promise<SharedThings> {
  const websites = await readWebsites(ask);
  // A token without a website has nothing to ask for.
  if (websites.length === 0) return { active: [], ended: [], endedCount: 0, websites, shareable: [] };
  const [first, past] = await Promise.all([readPage(ask, 'active', 1), readPage(ask, 'ended', 1)]);
  const active = [...first.links];
  for (let page = 2; page <= Math.min(first.pagination.total_pages, MAX_PAGES); page += 1)
    active.push(...(await readPage(ask, 'active', page)).links);
  const mayShare = new Set(first.shareable_website_ids);
  return {
    active,
    ended: past.links,
    endedCount: past.pagination.total_entries,
    websites,
    shareable: websites.filter(({ id }) => mayShare.has(id)),
  };
}

/** Reads the websites of the person, by account and name. */
export async function readWebsites(ask: Ask): Promise<Website[]> {
  const answer = await ask<{ websites: Website[] }>({ method: 'GET', path: '/v1/reports/websites' });
  return bodyOf(answer).websites.toSorted(
    (one, other) => order(one.account_name, other.account_name) || order(one.name, other.name),
  );
}

async function readPage(ask: Ask, state: 'active' | 'ended', page: number): Promise<Page> {
  return bodyOf(await ask<Page>({ method: 'GET', path: `${PATH}?state=${state}&page=${page}` }));
}

/** These questions have no mistake that a person could make. */
function bodyOf<Body>(answer: RestAnswer<Body>): Body {
  if ('body' in answer) return answer.body;
  throw new ServiceError('not_found', answer.mistake.detail);
}

const order = (one: string, other: string) => one.localeCompare(other, 'en');
