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
