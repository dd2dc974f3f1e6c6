import { type CampaignSpec, childId, variantsOf, type WebsiteSpec } from '../definitions/specs.ts';
import { hash32, unitOf } from '../random/hash.ts';
import { EvenDraws, Random } from '../random/random.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import { type DemoEvent, DemoEvents } from './demo-event.ts';
import { expectedVisitors } from './expected-visitors.ts';
import { visitorAt } from './visitor.ts';
import { walkFunnel } from './walk-funnel.ts';

/** How much a campaign's rates vary from day to day. All its variants vary together. */
const DAILY_SPREAD = 0.12;

/** Returns the events of one day; for today only those until now. */
export type DemoTraffic = (daysAgo: number) => DemoEvent[];

/** Creates the traffic of the websites. Days can be generated separately and in any order. */
export function demoTraffic(websites: readonly WebsiteSpec[], calendar: DemoCalendar): DemoTraffic {
  return (daysAgo) => {
    const events: DemoEvent[] = [];
    for (const website of websites) {
      const crowd = Math.round(expectedVisitors(website, calendar.today - daysAgo, daysAgo));
      for (const campaign of website.campaigns) {
        if (daysAgo > campaign.since || daysAgo < (campaign.until ?? 0)) continue;
        addCampaignEvents({ website, campaign, calendar, daysAgo, crowd, events });
      }
    }
    return events;
  };
}

interface CampaignDay {
  website: WebsiteSpec;
  campaign: CampaignSpec;
  calendar: DemoCalendar;
  daysAgo: number;
  /** Expected visitors of the website. */
  crowd: number;
  events: DemoEvent[];
}

function addCampaignEvents({ website, campaign, calendar, daysAgo, crowd, events }: CampaignDay): void {
  const day = calendar.today - daysAgo;
  const random = Random.of('visits', campaign.id, daysAgo);
  const views = random.poisson(crowd * campaign.reach) * (daysAgo === 0 ? calendar.elapsed : 1);
  const isBroken = campaign.brokenTo !== undefined && day >= calendar.lastWeek;
  const dailyFactor =
    Math.max(0, 1 + DAILY_SPREAD * random.normal()) * (isBroken ? (campaign.brokenTo ?? 1) : 1);
  const collected = new DemoEvents(events, { websiteId: website.id, campaignId: campaign.id, day }, daysAgo);
  const uses = new EvenDraws(random);
  const variants = variantsOf(campaign);
  for (let view = 1; view <= views; view += 1) {
    const visitor = visitorAt(website, daysAgo, random.below(crowd));
    // A visitor always sees the same variant.
    let left = unitOf(hash32(campaign.id, visitor.hash)) * 100;
    const index = variants.findIndex(({ traffic }) => (left -= traffic) < 0);
    walkFunnel({
      campaign,
      variantId: childId(campaign.id, index),
      visitor,
      rateFactor: dailyFactor * (variants[index]?.lift ?? 1),
      random,
      uses,
      events: collected,
    });
  }
}
