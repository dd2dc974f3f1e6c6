import { numberText } from '@funnel/domain';
import type { Pagination } from '../output/pagination.ts';
import type { Note } from './note.ts';

const NO_EXPERIMENTS = 'No experiment is running: no live campaign splits its traffic between two variants.';

/** An empty list is an answer, not a failure. */
export function noExperiments(count: number): Note[] {
  return count === 0 ? [{ code: 'empty_list', text: NO_EXPERIMENTS }] : [];
}

/** The same of campaigns, with the filters that left none. */
export function noCampaigns(total: number, given: { status?: unknown; cta_type?: unknown }): Note[] {
  if (total > 0) return [];
  const filters = (['status', 'cta_type'] as const).filter((name) => given[name] !== undefined);
  const text =
    filters.length > 0
      ? `No campaign has this ${filters.join(' and ')}.`
      : 'The catalog of this website has no campaigns yet.';
  return [{ code: 'empty_list', text }];
}

/** The list of experiments ends before its last entry. */
export function moreExperiments({ hasMore, limit }: { hasMore: boolean; limit: number }): Note[] {
  return hasMore ? [{ code: 'more_entries', text: `There are more experiments than limit=${limit}.` }] : [];
}

/** The list of campaigns is longer than its page. */
export function moreCampaigns({ page, per_page, total_entries, total_pages }: Pagination): Note[] {
  // Who asks for the first one knows that there are others.
  if (total_pages === 0 || (page === 1 && (total_pages === 1 || per_page === 1))) return [];
  if (page > total_pages)
    return [{ code: 'more_entries', text: `Page ${page} is past the end: the last page is ${total_pages}.` }];
  const first = (page - 1) * per_page + 1;
  const last = Math.min(page * per_page, total_entries);
  const next = page < total_pages ? ` Next: page=${page + 1}.` : '';
  const text = `Page ${page} of ${total_pages}: campaigns ${first} to ${last} of ${numberText(total_entries)}.${next}`;
  return [{ code: 'more_entries', text }];
}
