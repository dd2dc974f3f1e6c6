import type { Answered, Note } from './note.ts';

/** An empty list is an answer, not a failure. */
export function emptyList({ body, input }: Answered): Note[] {
  const text = textOf(body.data ?? {}, input);
  return text === undefined ? [] : [{ code: 'empty_list', text }];
}

function textOf(
  { experiments, campaigns, pagination }: NonNullable<Answered['body']['data']>,
  input: Answered['input'],
): string | undefined {
  if (experiments?.length === 0)
    return 'No experiment is running: no live campaign splits its traffic between two variants.';
  if (!campaigns || pagination?.total_entries !== 0) return undefined;
  const filters = ['status', 'cta_type'].filter((name) => input[name] !== undefined);
  if (filters.length > 0) return `No campaign has this ${filters.join(' and ')}.`;
  return 'The catalog of this website has no campaigns yet.';
}
