export const OBSERVED = [
  'website',
  'report',
  'campaign',
  'timeframe',
  'start',
  'end',
  'metric',
  'language',
  'theme',
  'height',
  'label',
  'token-url',
];

export type Attributes = Readonly<Record<string, string | undefined>>;

const ID = /^[1-9]\d{0,14}$/;
const PAGES: Readonly<Record<string, string>> = {
  website: '',
  campaigns: '/campaigns',
  experiments: '/experiments',
  insights: '/insights',
};
const PARAMETERS: Readonly<Record<string, string>> = {
  timeframe: 'timeframe',
  start: 'range_start',
  end: 'range_end',
  metric: 'metric',
  language: 'language',
  theme: 'theme',
};

/** Insights are of a week of their own. */
const DAYS = ['timeframe', 'start', 'end'];

/** The address of the frame; undefined if the attributes name no report. It never has a token. */
export function frameAddress(attributes: Attributes, dashboard: string): string | undefined {
  const { website = '', campaign = '', report = campaign === '' ? 'website' : 'campaign' } = attributes;
  const pages: Attributes = { ...PAGES, ...(ID.test(campaign) && { campaign: `/campaigns/${campaign}` }) };
  const page = Object.hasOwn(pages, report) ? pages[report] : undefined;
  if (!ID.test(website) || page === undefined) return undefined;
  const query = new URLSearchParams();
  for (const [attribute, parameter] of Object.entries(PARAMETERS)) {
    const value = attributes[attribute];
    const isUsed = report !== 'insights' || !DAYS.includes(attribute);
    if (isUsed && value !== undefined && value !== '') query.set(parameter, value);
  }
  if (query.has('range_start') && !query.has('timeframe')) query.set('timeframe', 'custom');
  return `${dashboard}/embed/websites/${website}${page}${query.size > 0 ? `?${query.toString()}` : ''}`;
}
