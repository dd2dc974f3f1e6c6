import { expect, test } from '@jest/globals';
import { campaignExtras } from '../../src/reports/campaign/campaign.extras.ts';
import { campaignNotes } from '../../src/reports/campaign/campaign.notes.ts';
import { campaignsNotes } from '../../src/reports/campaigns/campaigns.notes.ts';
import { factsOf, periodOf } from '../support/facts.ts';

const NONE = { breaks: [], changes: undefined, rates: undefined, below: undefined, state: undefined };
const EMPTY = { experiments: [], lives: new Map(), funnels: [], events: [], steps: undefined };
const PERIOD = periodOf('2026-11-01', '2026-11-14');

test('of an archived campaign, and of a list of them, no number still grows', () => {
  const facts = { ...factsOf({ period: PERIOD }), ...NONE, ...EMPTY };
  const data = { id: 1, metrics: { views: 0 } };
  const isSaid = (notes: readonly { code: string }[]) => notes.some(({ code }) => code === 'running_window');
  expect(isSaid(campaignNotes({ ...facts, data, isOver: false }))).toBe(true);
  expect(isSaid(campaignNotes({ ...facts, data, isOver: true }))).toBe(false);
  const pagination = { page: 1, per_page: 25, total_entries: 1, total_pages: 1 };
  expect(isSaid(campaignsNotes({ ...facts, pagination, input: { status: 'live' } }))).toBe(true);
  expect(isSaid(campaignsNotes({ ...facts, pagination, input: { status: 'archived' } }))).toBe(false);
  const period = { ...PERIOD, series: { groupBy: 'day' as const, buckets: [] } };
  expect(campaignExtras({ ...facts, period, data, isOver: false }).running_day).toBe('2026-11-14');
  expect(campaignExtras({ ...facts, period, data, isOver: true }).running_day).toBeUndefined();
});
