/**
 * A model reads the list of tools on every turn, so a parameter says there only what is needed to call it; the
 * whole rule stands in the server's instructions and in the REST documentation. Empty: the name, or the
 * description of the tool, says it all.
 */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  id: '',
  website_id: 'Needed if the token covers several websites.',
  website_ids: 'A subset; default all.',
  timeframe: 'Whole UTC days; custom needs range_start and range_end.',
  range_start: 'YYYY-MM-DD',
  range_end: 'Inclusive',
  count_type: 'distinct visitors (do not add up) or total events',
  previous_period: 'Adds previous and changes (percent).',
  group_by: 'Adds a timeseries of at most 400 points.',
  'get_website_report.group_by': 'Adds a timeseries; the window may then cover at most 92 days.',
  sort: 'Descending',
  cta_type: 'inline, overlay, hook, bar or page',
  status: '',
  page: '',
  per_page: 'At most 50',
  limit: 'At most 50',
};

/** Arguments of a typical call, where the parameters do not suggest one. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_website_report: { timeframe: 'last_30_days', group_by: 'week', previous_period: true },
  list_campaigns: { sort: 'revenue', per_page: 5 },
  get_campaign_report: { id: 101, timeframe: 'this_month' },
  get_account_performance: { timeframe: 'custom', range_start: '2026-10-01', range_end: '2026-10-31' },
};
