import { expect, test } from '@jest/globals';
import { addressOf, placeOf } from '../src/page/address.ts';
import { PLAIN } from '../src/view/context/look.ts';
import { restPath } from '../src/view/questions/rest.ts';

const at = (address: string) => placeOf(new URL(address, 'https://reports.example'));

test.each([
  ['/', 'get_account_performance', {}],
  ['/websites/11', 'get_website_report', { website_id: 11 }],
  ['/websites/11/', 'get_website_report', { website_id: 11 }],
  ['/websites/11/campaigns', 'list_campaigns', { website_id: 11, sort: 'views', previous_period: true }],
  [
    '/websites/11/campaigns?sort=revenue&page=2&previous_period=false',
    'list_campaigns',
    { website_id: 11, sort: 'revenue', page: 2, previous_period: false },
  ],
  [
    '/websites/11/campaigns/7?timeframe=last_7_days',
    'get_campaign_report',
    { website_id: 11, id: 7, timeframe: 'last_7_days' },
  ],
  ['/websites/11/insights?week=2026-11-02', 'get_website_insights', { website_id: 11, week: '2026-11-02' }],
])('%s says what is asked', (address, tool, args) => {
  expect(at(address)?.question).toEqual({ tool, args });
});

test('an address and its place are the same thing', () => {
  for (const address of [
    '/',
    '/?timeframe=last_7_days',
    '/websites/11/campaigns',
    '/websites/11/campaigns?sort=revenue&page=2',
    '/websites/11/variants/3?timeframe=custom&range_start=2026-10-01&range_end=2026-10-31&metric=orders,revenue&as=rate',
    '/websites/11/campaigns/7?by=variant',
  ])
    expect(addressOf(at(address) ?? { question: { tool: '', args: {} }, look: PLAIN })).toBe(address);
});

test.each([
  '/websites',
  '/websites/x',
  '/websites/11/campaigns/7/more',
  '/websites/1e3',
  '//websites/11',
  '/websites/-1',
])('%s is no report', (address) => expect(placeOf({ pathname: address, search: '' })).toBeUndefined());

test('a question has a path of the REST API, and nothing of it can leave its place', () => {
  expect(restPath({ tool: 'get_campaign_report', args: { id: 7, website_id: 11, timeframe: 'today' } })).toBe(
    '/reports/campaigns/7?website_id=11&timeframe=today',
  );
  expect(restPath({ tool: 'get_account_performance', args: { website_ids: [1, 2] } })).toBe(
    '/reports/account/performance?website_ids=1&website_ids=2',
  );
  expect(restPath({ tool: 'get_website_insights', args: { website_id: 1, week: '2026-11-02' } })).toBe(
    '/beyond-v1/website/insights?website_id=1&week=2026-11-02',
  );
  expect(restPath({ tool: 'get_step_report', args: { id: '../../x?y=1' } })).toBe(
    '/reports/steps/..%2F..%2Fx%3Fy%3D1',
  );
  expect(restPath({ tool: 'list_campaigns', args: { timeframe: 'all_time', previous_period: true } })).toBe(
    '/reports/campaigns?timeframe=all_time',
  );
  expect(restPath({ tool: 'constructor', args: {} })).toBeUndefined();
});
