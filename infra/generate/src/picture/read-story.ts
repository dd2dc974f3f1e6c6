import type { Database } from '@funnel/db';
import { loadDemo } from '@funnel/demo';
import { SCOPES, trustedWebsiteId } from '@funnel/domain';
import { operationOf, runOperation, type ToolName } from '@funnel/operations';

/** What the demo data tells of its broken campaign. */
export interface Story {
  campaign: string;
  /** Of the last full week, and of the week before it. */
  week: Week;
  before: Week;
  /** One for each day of both weeks. */
  days: { date: string; conversions: number }[];
}

interface Week {
  views: number;
  conversions: number;
}

interface CampaignAnswer {
  data: {
    name: string;
    metrics: Week & { previous: Week };
    timeseries: { points: { date: string; conversions: number }[] };
  };
}

interface CampaignsAnswer {
  data: { campaigns: { id: number; name: string; metrics: { changes: { conversions: number | null } } }[] };
}

/** A Sunday: the last full week ended the day before. */
const NOW = new Date('2026-11-15T12:00:00Z');
const DAYS = 21;
const LEDGERLOOP = trustedWebsiteId(2);
const CAMPAIGN = 'Book a demo';
const WEEK = { range_start: '2026-11-02', range_end: '2026-11-08' };
/** A week of a healthy campaign differs from the week before by chance, up to this much. */
const USUAL_PERCENT = 30;
const BOTH_WEEKS = { range_start: '2026-10-26', range_end: '2026-11-08' };

/** Loads the demo into an empty database, and asks for the campaign. */
export async function readStory(database: Database): Promise<Story> {
  await loadDemo(database, { now: NOW, encryptionKey: new Uint8Array(32), days: DAYS });
  const ask = (tool: ToolName, raw: Record<string, unknown>) =>
    runOperation(operationOf(tool), {
      database,
      principal: {
        kind: 'oauth',
        subject: null,
        clientId: null,
        websiteIds: [LEDGERLOOP],
        scopes: new Set(SCOPES),
        expiresAt: null,
        budgetKey: '',
      },
      raw,
      now: NOW,
    });
  const all = { per_page: 50, timeframe: 'custom', ...WEEK, previous_period: true };
  const { campaigns } = ((await ask('list_campaigns', all)).body as CampaignsAnswer).data;
  requireOthersAsUsual(campaigns);
  const id = campaigns.find(({ name }) => name === CAMPAIGN)?.id;
  const custom = { id, timeframe: 'custom' };
  const week = (await ask('get_campaign_report', { ...custom, ...WEEK, previous_period: true }))
    .body as CampaignAnswer;
  const daily = (await ask('get_campaign_report', { ...custom, ...BOTH_WEEKS, group_by: 'day' }))
    .body as CampaignAnswer;
  const { metrics } = week.data;
  return {
    campaign: week.data.name,
    week: metrics,
    before: metrics.previous,
    days: daily.data.timeseries.points,
  };
}

/** The picture says so. */
function requireOthersAsUsual(campaigns: CampaignsAnswer['data']['campaigns']): void {
  const unusual = campaigns.filter(
    ({ name, metrics }) => name !== CAMPAIGN && Math.abs(metrics.changes.conversions ?? 0) > USUAL_PERCENT,
  );
  if (unusual.length > 0)
    throw new Error(
      `Not as usual: ${unusual.map(({ name, metrics }) => `${name} ${metrics.changes.conversions} %`).join(', ')}`,
    );
}
