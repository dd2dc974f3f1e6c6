import { describe, expect, test } from '@jest/globals';
import { isWithin, type Within } from '../src/view/questions/within.ts';

const TOOLS = [
  'get_account_performance',
  'list_websites',
  'get_website_report',
  'list_campaigns',
  'list_experiments',
  'get_website_insights',
  'get_campaign_report',
  'get_variant_report',
  'get_step_report',
  'get_element_report',
];
const shown = (within: Within, args: Record<string, unknown>) =>
  TOOLS.filter((tool) => isWithin(within, { tool, args }));

describe('what is shown', () => {
  test('of a website is everything about it, and nothing about others', () => {
    expect(shown({ websiteId: 11 }, { website_id: 11, id: 7 })).toEqual(TOOLS.slice(2));
    for (const args of [{ website_id: 12, id: 7 }, { website_id: '11' }, {}])
      expect(shown({ websiteId: 11 }, args)).toEqual([]);
  });

  test('of a campaign is the campaign, and what may be below it', () => {
    const within = { websiteId: 11, campaignId: 7 };
    expect(shown(within, { website_id: 11, id: 7 })).toEqual(TOOLS.slice(6));
    expect(shown(within, { website_id: 11, id: 8 })).toEqual(TOOLS.slice(7));
    expect(shown(within, { website_id: 12, id: 7 })).toEqual([]);
  });
});
